# Opens the system's file picker for a file field of the page.
.class public final Lgames/flipside/Chooser;
.super Landroid/webkit/WebChromeClient;

.field private final main:Lgames/flipside/Main;

.method public constructor <init>(Lgames/flipside/Main;)V
    .registers 2
    invoke-direct {p0}, Landroid/webkit/WebChromeClient;-><init>()V
    iput-object p1, p0, Lgames/flipside/Chooser;->main:Lgames/flipside/Main;
    return-void
.end method

.method public onShowFileChooser(Landroid/webkit/WebView;Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .registers 5
    iget-object v0, p0, Lgames/flipside/Chooser;->main:Lgames/flipside/Main;
    invoke-virtual {v0, p2}, Lgames/flipside/Main;->choose(Landroid/webkit/ValueCallback;)V
    const/4 v0, 0x1
    return v0
.end method
