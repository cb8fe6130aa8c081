# A call of the page that runs on the window's thread.
.class public final Lgames/flipside/Errand;
.super Ljava/lang/Object;
.implements Ljava/lang/Runnable;

.field private final main:Lgames/flipside/Main;
.field private final what:Ljava/lang/String;
.field private final text:Ljava/lang/String;
.field private final name:Ljava/lang/String;
.field private final kind:Ljava/lang/String;

.method public constructor <init>(Lgames/flipside/Main;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .registers 6
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lgames/flipside/Errand;->main:Lgames/flipside/Main;
    iput-object p2, p0, Lgames/flipside/Errand;->what:Ljava/lang/String;
    iput-object p3, p0, Lgames/flipside/Errand;->text:Ljava/lang/String;
    iput-object p4, p0, Lgames/flipside/Errand;->name:Ljava/lang/String;
    iput-object p5, p0, Lgames/flipside/Errand;->kind:Ljava/lang/String;
    return-void
.end method

.method public run()V
    .registers 6
    iget-object v0, p0, Lgames/flipside/Errand;->main:Lgames/flipside/Main;
    iget-object v1, p0, Lgames/flipside/Errand;->what:Ljava/lang/String;
    iget-object v2, p0, Lgames/flipside/Errand;->text:Ljava/lang/String;

    const-string v3, "awake"
    invoke-virtual {v3, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :copy
    const-string v3, "yes"
    invoke-virtual {v3, v2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    invoke-virtual {v0, v3}, Lgames/flipside/Main;->keepAwake(Z)V
    return-void

    :copy
    const-string v3, "copy"
    invoke-virtual {v3, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :named
    invoke-virtual {v0, v2}, Lgames/flipside/Main;->copy(Ljava/lang/String;)V
    return-void

    :named
    iget-object v3, p0, Lgames/flipside/Errand;->name:Ljava/lang/String;
    const-string v4, "send"
    invoke-virtual {v4, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v4
    if-eqz v4, :save
    invoke-virtual {v0, v2, v3}, Lgames/flipside/Main;->send(Ljava/lang/String;Ljava/lang/String;)V
    return-void

    :save
    iget-object v4, p0, Lgames/flipside/Errand;->kind:Ljava/lang/String;
    invoke-virtual {v0, v2, v3, v4}, Lgames/flipside/Main;->save(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    return-void
.end method
