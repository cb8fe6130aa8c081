# The window: a page that fills the screen, the keys of the device, and files to save and to open.
.class public final Lgames/flipside/Main;
.super Landroid/app/Activity;

.field private web:Landroid/webkit/WebView;

# Bytes to save, until the player has chosen a place.
.field private kept:[B

# The callback that receives the chosen file.
.field private asking:Landroid/webkit/ValueCallback;

.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method

.method protected onCreate(Landroid/os/Bundle;)V
    .registers 5
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    new-instance v0, Landroid/webkit/WebView;
    invoke-direct {v0, p0}, Landroid/webkit/WebView;-><init>(Landroid/content/Context;)V
    iput-object v0, p0, Lgames/flipside/Main;->web:Landroid/webkit/WebView;

    invoke-virtual {v0}, Landroid/webkit/WebView;->getSettings()Landroid/webkit/WebSettings;
    move-result-object v1
    const/4 v2, 0x1
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setJavaScriptEnabled(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setDomStorageEnabled(Z)V
    const/4 v2, 0x0
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setMediaPlaybackRequiresUserGesture(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowFileAccess(Z)V

    new-instance v1, Lgames/flipside/Site;
    invoke-virtual {p0}, Lgames/flipside/Main;->getAssets()Landroid/content/res/AssetManager;
    move-result-object v2
    invoke-direct {v1, v2}, Lgames/flipside/Site;-><init>(Landroid/content/res/AssetManager;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebViewClient(Landroid/webkit/WebViewClient;)V

    new-instance v1, Lgames/flipside/Chooser;
    invoke-direct {v1, p0}, Lgames/flipside/Chooser;-><init>(Lgames/flipside/Main;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebChromeClient(Landroid/webkit/WebChromeClient;)V

    new-instance v1, Lgames/flipside/Door;
    invoke-direct {v1, p0}, Lgames/flipside/Door;-><init>(Lgames/flipside/Main;)V
    const-string v2, "flipsideApp"
    invoke-virtual {v0, v1, v2}, Landroid/webkit/WebView;->addJavascriptInterface(Ljava/lang/Object;Ljava/lang/String;)V

    invoke-virtual {p0, v0}, Lgames/flipside/Main;->setContentView(Landroid/view/View;)V
    const-string v1, "https://appassets.androidplatform.net/"
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    return-void
.end method

# The system's bars are hidden again whenever this window gets the focus.
.method public onWindowFocusChanged(Z)V
    .registers 4
    invoke-super {p0, p1}, Landroid/app/Activity;->onWindowFocusChanged(Z)V
    if-eqz p1, :behind
    invoke-virtual {p0}, Lgames/flipside/Main;->getWindow()Landroid/view/Window;
    move-result-object v0
    invoke-virtual {v0}, Landroid/view/Window;->getDecorView()Landroid/view/View;
    move-result-object v0
    const/16 v1, 0x1006    # hide navigation, full screen, immersive until swiped
    invoke-virtual {v0, v1}, Landroid/view/View;->setSystemUiVisibility(I)V
    :behind
    return-void
.end method

.method protected onPause()V
    .registers 2
    invoke-super {p0}, Landroid/app/Activity;->onPause()V
    iget-object v0, p0, Lgames/flipside/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->onPause()V
    return-void
.end method

.method protected onResume()V
    .registers 2
    invoke-super {p0}, Landroid/app/Activity;->onResume()V
    iget-object v0, p0, Lgames/flipside/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->onResume()V
    return-void
.end method

# The page goes back itself, because WebView's goBack ignores history entries that were added without a touch.
.method public onBackPressed()V
    .registers 4
    iget-object v0, p0, Lgames/flipside/Main;->web:Landroid/webkit/WebView;
    const-string v1, "history.back()"
    const/4 v2, 0x0
    invoke-virtual {v0, v1, v2}, Landroid/webkit/WebView;->evaluateJavascript(Ljava/lang/String;Landroid/webkit/ValueCallback;)V
    return-void
.end method

.method public keepAwake(Z)V
    .registers 3
    iget-object v0, p0, Lgames/flipside/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->setKeepScreenOn(Z)V
    return-void
.end method

.method public copy(Ljava/lang/String;)V
    .registers 4
    const-string v0, "Flipside"
    invoke-static {v0, p1}, Landroid/content/ClipData;->newPlainText(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Landroid/content/ClipData;
    move-result-object v1
    const-string v0, "clipboard"
    invoke-virtual {p0, v0}, Lgames/flipside/Main;->getSystemService(Ljava/lang/String;)Ljava/lang/Object;
    move-result-object v0
    check-cast v0, Landroid/content/ClipboardManager;
    invoke-virtual {v0, v1}, Landroid/content/ClipboardManager;->setPrimaryClip(Landroid/content/ClipData;)V
    return-void
.end method

# Opens the system's share sheet for a text (p1) with a title (p2).
.method public send(Ljava/lang/String;Ljava/lang/String;)V
    .registers 5
    new-instance v0, Landroid/content/Intent;
    const-string v1, "android.intent.action.SEND"
    invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    const-string v1, "text/plain"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->setType(Ljava/lang/String;)Landroid/content/Intent;
    const-string v1, "android.intent.extra.TEXT"
    invoke-virtual {v0, v1, p1}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    const-string v1, "android.intent.extra.SUBJECT"
    invoke-virtual {v0, v1, p2}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    invoke-static {v0, p2}, Landroid/content/Intent;->createChooser(Landroid/content/Intent;Ljava/lang/CharSequence;)Landroid/content/Intent;
    move-result-object v0
    invoke-virtual {p0, v0}, Lgames/flipside/Main;->startActivity(Landroid/content/Intent;)V
    return-void
.end method

# Asks where to save bytes (p1, in base64) of a type (p3); p2 is the proposed name.
.method public save(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .registers 7
    invoke-static {}, Ljava/util/Base64;->getDecoder()Ljava/util/Base64$Decoder;
    move-result-object v0
    invoke-virtual {v0, p1}, Ljava/util/Base64$Decoder;->decode(Ljava/lang/String;)[B
    move-result-object v0
    iput-object v0, p0, Lgames/flipside/Main;->kept:[B
    const-string v0, "android.intent.action.CREATE_DOCUMENT"
    invoke-static {v0, p3}, Lgames/flipside/Main;->document(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    move-result-object v0
    const-string v1, "android.intent.extra.TITLE"
    invoke-virtual {v0, v1, p2}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    const/4 v1, 0x1
    :try_start
    invoke-virtual {p0, v0, v1}, Lgames/flipside/Main;->startActivityForResult(Landroid/content/Intent;I)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :nobody
    return-void
    :nobody
    const-string v0, "not_saved"
    invoke-direct {p0, v0}, Lgames/flipside/Main;->tell(Ljava/lang/String;)V
    return-void
.end method

# Opens the file picker for files of any type; the game reports unsuitable ones.
.method public choose(Landroid/webkit/ValueCallback;)V
    .registers 5
    invoke-direct {p0}, Lgames/flipside/Main;->chooseNone()V
    iput-object p1, p0, Lgames/flipside/Main;->asking:Landroid/webkit/ValueCallback;
    const-string v0, "android.intent.action.OPEN_DOCUMENT"
    const-string v1, "*/*"
    invoke-static {v0, v1}, Lgames/flipside/Main;->document(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    move-result-object v0
    const/4 v1, 0x2
    :try_start
    invoke-virtual {p0, v0, v1}, Lgames/flipside/Main;->startActivityForResult(Landroid/content/Intent;I)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :nobody
    return-void
    :nobody
    invoke-direct {p0}, Lgames/flipside/Main;->chooseNone()V
    const-string v0, "not_chosen"
    invoke-direct {p0, v0}, Lgames/flipside/Main;->tell(Ljava/lang/String;)V
    return-void
.end method

# A pending callback gets no file; without an answer the page could not ask again.
.method private chooseNone()V
    .registers 3
    const/4 v1, 0x0
    iget-object v0, p0, Lgames/flipside/Main;->asking:Landroid/webkit/ValueCallback;
    if-eqz v0, :nobody
    iput-object v1, p0, Lgames/flipside/Main;->asking:Landroid/webkit/ValueCallback;
    invoke-interface {v0, v1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    :nobody
    return-void
.end method

# Returns an intent for the system's file picker, for one file of a type.
.method private static document(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    .registers 4
    new-instance v0, Landroid/content/Intent;
    invoke-direct {v0, p0}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    const-string v1, "android.intent.category.OPENABLE"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->addCategory(Ljava/lang/String;)Landroid/content/Intent;
    invoke-virtual {v0, p1}, Landroid/content/Intent;->setType(Ljava/lang/String;)Landroid/content/Intent;
    return-object v0
.end method

# The player has chosen where to save (1) or what to open (2); p2 is -1 unless he cancelled.
.method protected onActivityResult(IILandroid/content/Intent;)V
    .registers 8
    const/4 v0, 0x2
    if-ne p1, v0, :save
    iget-object v0, p0, Lgames/flipside/Main;->asking:Landroid/webkit/ValueCallback;
    if-eqz v0, :done
    const/4 v1, 0x0
    iput-object v1, p0, Lgames/flipside/Main;->asking:Landroid/webkit/ValueCallback;
    invoke-static {p2, p3}, Landroid/webkit/WebChromeClient$FileChooserParams;->parseResult(ILandroid/content/Intent;)[Landroid/net/Uri;
    move-result-object v1
    invoke-interface {v0, v1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    return-void

    :save
    iget-object v0, p0, Lgames/flipside/Main;->kept:[B
    const/4 v1, 0x0
    iput-object v1, p0, Lgames/flipside/Main;->kept:[B
    const/4 v1, -0x1
    if-ne p2, v1, :done
    :try_start
    invoke-virtual {p0}, Lgames/flipside/Main;->getContentResolver()Landroid/content/ContentResolver;
    move-result-object v1
    invoke-virtual {p3}, Landroid/content/Intent;->getData()Landroid/net/Uri;
    move-result-object v2
    const-string v3, "wt"
    invoke-virtual {v1, v2, v3}, Landroid/content/ContentResolver;->openOutputStream(Landroid/net/Uri;Ljava/lang/String;)Ljava/io/OutputStream;
    move-result-object v1
    invoke-virtual {v1, v0}, Ljava/io/OutputStream;->write([B)V
    invoke-virtual {v1}, Ljava/io/OutputStream;->close()V
    :try_end
    # This happens, too, if the system ended the app in the meantime, so that the bytes are lost.
    .catch Ljava/lang/Exception; {:try_start .. :try_end} :lost
    :done
    return-void
    :lost
    move-exception v0
    const-string v0, "not_saved"
    invoke-direct {p0, v0}, Lgames/flipside/Main;->tell(Ljava/lang/String;)V
    return-void
.end method

# Shows a sentence of res/values over the page for a moment.
.method private tell(Ljava/lang/String;)V
    .registers 6
    invoke-virtual {p0}, Lgames/flipside/Main;->getResources()Landroid/content/res/Resources;
    move-result-object v0
    const-string v1, "string"
    invoke-virtual {p0}, Lgames/flipside/Main;->getPackageName()Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v0, p1, v1, v2}, Landroid/content/res/Resources;->getIdentifier(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)I
    move-result v0
    const/4 v1, 0x1
    invoke-static {p0, v0, v1}, Landroid/widget/Toast;->makeText(Landroid/content/Context;II)Landroid/widget/Toast;
    move-result-object v0
    invoke-virtual {v0}, Landroid/widget/Toast;->show()V
    return-void
.end method
