# The object flipsideApp of web/android/app.js. The page calls it on a thread of its own; an Errand runs each call on the window's thread.
.class public final Lgames/flipside/Door;
.super Ljava/lang/Object;

.field private final main:Lgames/flipside/Main;

.method public constructor <init>(Lgames/flipside/Main;)V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lgames/flipside/Door;->main:Lgames/flipside/Main;
    return-void
.end method

# ask("awake", "yes" or ""), ask("copy", text), ask("send", text, title), ask("save", bytes in base64, name, kind)
.method public ask(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .registers 12
    .annotation runtime Landroid/webkit/JavascriptInterface;
    .end annotation
    new-instance v0, Lgames/flipside/Errand;
    iget-object v1, p0, Lgames/flipside/Door;->main:Lgames/flipside/Main;
    move-object v2, p1
    move-object v3, p2
    move-object v4, p3
    move-object v5, p4
    invoke-direct/range {v0 .. v5}, Lgames/flipside/Errand;-><init>(Lgames/flipside/Main;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    invoke-virtual {v1, v0}, Lgames/flipside/Main;->runOnUiThread(Ljava/lang/Runnable;)V
    return-void
.end method
