# Answers all requests of the page from assets/site, others with 404, so that none reaches a network.
.class public final Lgames/flipside/Site;
.super Landroid/webkit/WebViewClient;

.field private final assets:Landroid/content/res/AssetManager;

# MIME types by suffix of a file name; web/apk.py writes them.
.field private final types:Ljava/util/Properties;

.method public constructor <init>(Landroid/content/res/AssetManager;)V
    .registers 4
    invoke-direct {p0}, Landroid/webkit/WebViewClient;-><init>()V
    iput-object p1, p0, Lgames/flipside/Site;->assets:Landroid/content/res/AssetManager;
    new-instance v0, Ljava/util/Properties;
    invoke-direct {v0}, Ljava/util/Properties;-><init>()V
    iput-object v0, p0, Lgames/flipside/Site;->types:Ljava/util/Properties;
    const-string v1, "types.properties"
    invoke-virtual {p1, v1}, Landroid/content/res/AssetManager;->open(Ljava/lang/String;)Ljava/io/InputStream;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/util/Properties;->load(Ljava/io/InputStream;)V
    return-void
.end method

# The page cannot navigate to another address.
.method public shouldOverrideUrlLoading(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Z
    .registers 4
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    invoke-static {v0}, Lgames/flipside/Site;->isOurs(Landroid/net/Uri;)Z
    move-result v0
    xor-int/lit8 v0, v0, 0x1
    return v0
.end method

.method public shouldInterceptRequest(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;
    .registers 8
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0

    # A data address contains its content itself.
    const-string v1, "data"
    invoke-virtual {v0}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v1, v2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v1
    if-eqz v1, :asked
    const/4 v0, 0x0
    return-object v0

    :asked
    invoke-static {v0}, Lgames/flipside/Site;->isOurs(Landroid/net/Uri;)Z
    move-result v1
    if-eqz v1, :missing
    invoke-virtual {v0}, Landroid/net/Uri;->getPath()Ljava/lang/String;
    move-result-object v0

    # The runtime requests wheels with two slashes.
    const-string v1, "/+"
    const-string v2, "/"
    invoke-virtual {v0, v1, v2}, Ljava/lang/String;->replaceAll(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {v0, v2}, Ljava/lang/String;->endsWith(Ljava/lang/String;)Z
    move-result v1
    if-eqz v1, :named
    const-string v1, "index.html"
    invoke-virtual {v0, v1}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0

    :named
    const-string v1, "site"
    invoke-virtual {v1, v0}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    iget-object v2, p0, Lgames/flipside/Site;->assets:Landroid/content/res/AssetManager;
    :try_start
    invoke-virtual {v2, v1}, Landroid/content/res/AssetManager;->open(Ljava/lang/String;)Ljava/io/InputStream;
    move-result-object v1
    :try_end
    .catch Ljava/io/IOException; {:try_start .. :try_end} :missing

    const/16 v2, 0x2e    # the last dot
    invoke-virtual {v0, v2}, Ljava/lang/String;->lastIndexOf(I)I
    move-result v2
    add-int/lit8 v2, v2, 0x1
    invoke-virtual {v0, v2}, Ljava/lang/String;->substring(I)Ljava/lang/String;
    move-result-object v0
    iget-object v2, p0, Lgames/flipside/Site;->types:Ljava/util/Properties;
    const-string v3, "application/octet-stream"
    invoke-virtual {v2, v0, v3}, Ljava/util/Properties;->getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0

    # Only text has an encoding; WebAssembly with one would be rejected.
    const/4 v2, 0x0
    const-string v3, "text/"
    invoke-virtual {v0, v3}, Ljava/lang/String;->startsWith(Ljava/lang/String;)Z
    move-result v3
    if-eqz v3, :typed
    const-string v2, "utf-8"
    :typed
    new-instance v3, Landroid/webkit/WebResourceResponse;
    invoke-direct {v3, v0, v2, v1}, Landroid/webkit/WebResourceResponse;-><init>(Ljava/lang/String;Ljava/lang/String;Ljava/io/InputStream;)V
    return-object v3

    :missing
    invoke-static {}, Lgames/flipside/Site;->missing()Landroid/webkit/WebResourceResponse;
    move-result-object v0
    return-object v0
.end method

.method private static isOurs(Landroid/net/Uri;)Z
    .registers 3
    const-string v0, "https"
    invoke-virtual {p0}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :not
    const-string v0, "appassets.androidplatform.net"
    invoke-virtual {p0}, Landroid/net/Uri;->getAuthority()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    :not
    return v0
.end method

.method private static missing()Landroid/webkit/WebResourceResponse;
    .registers 7
    const/4 v0, 0x0
    new-array v0, v0, [B
    new-instance v6, Ljava/io/ByteArrayInputStream;
    invoke-direct {v6, v0}, Ljava/io/ByteArrayInputStream;-><init>([B)V
    invoke-static {}, Ljava/util/Collections;->emptyMap()Ljava/util/Map;
    move-result-object v5
    new-instance v0, Landroid/webkit/WebResourceResponse;
    const-string v1, "text/plain"
    const-string v2, "utf-8"
    const/16 v3, 0x194
    const-string v4, "Not Found"
    invoke-direct/range {v0 .. v6}, Landroid/webkit/WebResourceResponse;-><init>(Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;Ljava/util/Map;Ljava/io/InputStream;)V
    return-object v0
.end method
