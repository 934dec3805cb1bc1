"""Everyday words of the trade in German, Spanish, Chinese and Japanese, with their English counterparts.

Keys are beginnings of words without accents; the longest that fits wins, so inflections and compounds are found too.
Loaded only for text that is not English. Not here: which text that is (`terms.py`).
"""

from __future__ import annotations

GERMAN = """
abbruch=abort abfrage=query abhangigkeit=dependency abnahme=acceptance absatz=paragraph absturz=crash abzweig=branch adresse=address agent=agent alarm=alert
anbieter=vendor andere=change anderung=change anfrage=request anhang=attachment anleitung=guide anmeld=login ansicht=view antwort=response anwender=user anwendung=app anzeig=display
arbeitsspeicher=memory archiv=archive aufgabe=task aufraum=cleanup aufruf=call ausgabe=output auslief=deploy ausnahme=exception ausrollen=rollout auswert=analytics authentifizier=auth
barrierefrei=accessibility bau=build beckend=backend bedienung=usability befehl=command beispiel=example benachrichtig=notification benenn=naming benutzer=user berechn=calculate berechtigung=permission bereitstell=deploy
bericht=report betrag=amount betrieb=operations bezahl=payment bibliothek=library bild=image bildschirm=screen breich=area buchung=booking chiffr=cipher datei=file dateien=file daten=data datenbank=database
datensatz=record datenschutz=privacy datum=date dauer=duration diagramm=diagram dienst=service doku=documentation dokument=document doppelt=twice drehbuch=script druck=print durchsatz=throughput eingabe=input
einheit=unit einricht=setup einstell=setting einzeln=single empfang=receive endpunkt=endpoint entferne=remove entfern=remove entscheid=decision entwickl=development entwurf=draft ereignis=event
erreich=reach erstell=create erweiter=extend fallback=fallback farbe=colour farb=colour fassung=version fehler=error fehlermeldung=error feld=field fenster=window festplatte=disk filter=filter formular=form formatier=format
freigabe=approve funktion=function gebuhr=fee geheim=secret geld=money genehmig=approve gerat=device geschwindigkeit=speed grafik=chart grosse=size gross=big gruppe=group hardware=hardware
hinter=behind hintergrund=background importier=import indiz=index inhalt=content installier=install karte=card kennwort=password kennzahl=metric klasse=class knopf=button kommentar=comment kommentier=comment komponente=component
konfig=config konflikt=conflict konto=account kopie=copy korrektur=fix kosten=cost kunde=customer kunden=customer lade=load langsam=slow lauf=run laufzeit=runtime leistung=performance liste=list lizenz=licence losch=delete
lokal=local losung=solution mahn=reminder maske=form meldung=message menge=amount merge=merge messen=measure mess=measure migration=migration migrier=migrate modul=module nachricht=message nacht=nightly name=name
netz=network netzwerk=network neustart=restart nutzer=user oberflache=ui ordner=directory paket=package parallel=parallel passwort=password pfad=path planung=plan preis=price pro=production produktion=production
produktiv=production programm=program projekt=project protokoll=log prozess=process prufung=verify pruf=verify quelle=source quelltext=code rechn=compute rechnung=invoice rechte=permission redaktion=editing refaktor=refactor regel=rule
release=release reparier=fix rolle=role ruckgabe=return runden=rounding rundung=rounding satz=sentence schaltflache=button schema=schema schicht=layer schleife=loop schliess=close schlussel=key schnell=fast schnittstelle=api
schreib=write schrift=font schritt=step schutz=protect seite=page server=server sicherheit=security sicherung=backup sitzung=session skript=script speicher=memory spalte=column sprache=language stamm=main standard=default
start=start steuer=tax string=string struktur=structure suche=search suchen=search tabelle=table taste=key termin=date test=test testfall=test token=token transaktion=transaction uber=over ubersetz=translation uhr=clock
umbau=refactor umbenenn=rename umgebung=environment umlaut=umlaut umstell=migrate unit=unit variable=variable verbind=connect veroffentlich=release verschlussel=encrypt version=version verzeichnis=directory vorlage=template
wahrung=currency warnung=warning warteschlange=queue wartung=maintenance werkzeug=tool wert=value wiederhol=retry wolke=cloud zahl=number zahlung=payment zeichen=character zeichn=draw zeile=line zeit=time zeitzone=timezone
zertifikat=certificate ziel=target zugang=access zugriff=access zusammenfuhr=merge zweig=branch zweimal=twice zwischenspeicher=cache ausgef=run baustein=component abgleich=sync gleichzeitig=concurrent versand=email brief=letter
kunde=customer endkunde=customer erstatt=refund storn=cancel lieferung=delivery liefer=delivery absender=sender empfanger=recipient halter=holder personlich=personal schnappschuss=snapshot
"""

SPANISH = """
acceso=access actualiz=update advertencia=warning agente=agent alerta=alert almacen=store ambiente=environment analiz=analyse anade=add anadir=add anad=add aplicacion=app archivo=file arregl=fix autentic=auth ayuda=help
base=base biblioteca=library bloque=block boton=button borra=delete borrar=delete buscar=search busc=search busqueda=search cadena=string cambi=change campo=field carga=load carpeta=directory caso=case clase=class clave=key cliente=customer
cobr=charge cobro=charge codigo=code cola=queue color=colour columna=column comando=command comentario=comment compil=build componente=component comprob=verify condicion=condition conexion=connection configur=config conflicto=conflict
confirm=commit consola=console consulta=query contenedor=container contrasena=password copia=copy correo=email corre=run corregir=fix crea=create crear=create credencial=credential cuenta=account datos=data dato=data decision=decision
depend=dependency depur=debug despleg=deploy despliegue=deploy devol=refund devolu=refund diagrama=diagram dinero=money directorio=directory disco=disk diseno=design document=documentation duplic=duplicate ejecut=run elimin=delete
encripta=encrypt enlace=link ensayo=test entorno=environment entrada=input enviar=send error=error escrib=write esquema=schema evento=event excepcion=exception factura=invoice fallo=failure fall=fail fecha=date fichero=file filtro=filter
firma=signature flujo=workflow formato=format formulario=form frontera=boundary fuente=source funcion=function fusion=merge grafic=chart hilo=thread hora=time icono=icon imagen=image import=import impuesto=tax indice=index informe=report
instal=install interfaz=ui lanz=release lento=slow lenta=slow libreria=library licencia=licence lista=list llave=key local=local maquina=machine mensaje=message metrica=metric migra=migration modul=module moneda=currency monitor=monitor
nombre=name nota=note notific=notification nube=cloud orden=order pago=payment pag=payment pagina=page pantalla=screen paquete=package parametro=parameter paso=step permiso=permission plantilla=template precio=price preproduccion=staging prueba=test
publica=release puerto=port pull=pullrequest rama=branch ramas=branch red=network refactor=refactor registro=log regla=rule rendimiento=performance repetir=retry respald=backup respuesta=response reto=retry reunion=meeting revis=review
ruta=path salida=output script=script secreto=secret segur=security servicio=service servidor=server sesion=session sitio=site solicitud=request tabla=table tarea=task tarjeta=card tiempo=time tipo=type traduc=translation transaccion=transaction
usuario=user validar=validate valid=validate variable=variable vers=version vista=view vuel=again zona=zone produccion=production dos=two veces=twice reembols=refund tarif=fee redonde=rounding cache=cache memoria=memory rapido=fast borrad=delete noche=nightly diari=daily
"""

HAN = {
    "测试": "test", "单元测试": "test", "部署": "deploy", "发布": "release", "上线": "release", "分支": "branch", "提交": "commit", "合并": "merge", "冲突": "conflict",
    "数据库": "database", "迁移": "migration", "表": "table", "字段": "field", "列表": "list", "索引": "index", "查询": "query", "慢": "slow", "错误": "error", "报错": "error",
    "异常": "exception", "失败": "fail", "端口": "port", "密码": "password", "密钥": "secret", "令牌": "token", "登录": "login", "认证": "auth", "权限": "permission", "用户": "user",
    "配置": "config", "环境": "environment", "变量": "variable", "日志": "log", "监控": "monitor", "告警": "alert", "缓存": "cache", "集群": "cluster", "队列": "queue", "消息": "message",
    "接口": "api", "请求": "request", "响应": "response", "超时": "timeout", "重试": "retry", "依赖": "dependency", "安装": "install", "升级": "upgrade", "版本": "version", "包": "package",
    "按钮": "button", "图标": "icon", "页面": "page", "界面": "ui", "组件": "component", "样式": "css", "表单": "form", "弹窗": "modal", "颜色": "colour", "翻译": "translation",
    "文档": "documentation", "注释": "comment", "评审": "review", "代码评审": "review", "意见": "feedback", "同事": "colleague", "重构": "refactor", "命名": "naming", "变量名": "naming", "类型": "type", "代码": "code",
    "金额": "money", "价格": "price", "货币": "currency", "舍入": "rounding", "四舍五入": "rounding", "支付": "payment", "退款": "refund", "税": "tax", "计算": "calculate", "时间": "time", "时区": "timezone", "日期": "date",
    "文件": "file", "目录": "directory", "脚本": "script", "命令": "command", "终端": "terminal", "编译": "build", "构建": "build", "镜像": "image", "容器": "container", "服务": "service",
    "性能": "performance", "内存": "memory", "线程": "thread", "并发": "concurrent", "事务": "transaction", "删除": "delete", "添加": "add", "加一个": "add", "新增": "add", "修改": "change", "修复": "fix",
    "生产": "production", "线上": "production", "推送": "push", "通知": "notification", "邮件": "email", "图表": "chart", "截图": "screenshot", "快照": "snapshot", "编码": "encoding", "中断": "interrupt", "轮询": "polling", "包裹": "parcel",
    "省电": "battery", "电池": "battery", "键": "key", "发票": "invoice", "订单": "order", "账单": "bill", "备份": "backup", "回滚": "rollback", "流水线": "ci", "持续集成": "ci", "语气": "tone", "写": "write",
}  # fmt: skip

KANA = {
    "テスト": "test", "単体テスト": "test", "デプロイ": "deploy", "リリース": "release", "ブランチ": "branch", "コミット": "commit", "マージ": "merge", "コンフリクト": "conflict", "競合": "conflict",
    "データベース": "database", "マイグレーション": "migration", "移行": "migration", "テーブル": "table", "カラム": "column", "インデックス": "index", "クエリ": "query", "遅い": "slow", "エラー": "error",
    "例外": "exception", "失敗": "fail", "ポート": "port", "パスワード": "password", "秘密": "secret", "トークン": "token", "ログイン": "login", "認証": "auth", "権限": "permission", "ユーザー": "user",
    "設定": "config", "環境": "environment", "環境変数": "environment", "ログ": "log", "監視": "monitor", "アラート": "alert", "キャッシュ": "cache", "クラスタ": "cluster", "キュー": "queue", "メッセージ": "message",
    "エンドポイント": "endpoint", "リクエスト": "request", "レスポンス": "response", "タイムアウト": "timeout", "リトライ": "retry", "依存": "dependency", "インストール": "install", "アップグレード": "upgrade", "更新": "update",
    "バージョン": "version", "パッケージ": "package", "ボタン": "button", "アイコン": "icon", "画面": "screen", "ページ": "page", "コンポーネント": "component", "フォーム": "form", "ダイアログ": "modal", "色": "colour", "翻訳": "translation",
    "ドキュメント": "documentation", "コメント": "comment", "レビュー": "review", "リファクタ": "refactor", "命名": "naming", "型": "type", "コード": "code", "金額": "money", "価格": "price", "通貨": "currency", "丸め": "rounding",
    "支払": "payment", "返金": "refund", "税": "tax", "計算": "calculate", "時刻": "time", "時間": "time", "日付": "date", "タイムゾーン": "timezone", "ファイル": "file", "ディレクトリ": "directory", "フォルダ": "directory",
    "スクリプト": "script", "コマンド": "command", "ビルド": "build", "イメージ": "image", "コンテナ": "container", "サービス": "service", "性能": "performance", "メモリ": "memory", "スレッド": "thread", "並行": "concurrent",
    "トランザクション": "transaction", "削除": "delete", "追加": "add", "変更": "change", "修正": "fix", "本番": "production", "プッシュ": "push", "通知": "notification", "メール": "email", "グラフ": "chart", "文字": "character",
    "スナップショット": "snapshot", "文字化け": "encoding", "割り込み": "interrupt", "ポーリング": "polling", "省電力": "battery", "電池": "battery", "電力": "battery", "キー": "key", "ハッシュ": "hash", "待つ": "wait", "待機": "wait",
    "請求書": "invoice", "注文": "order", "バックアップ": "backup", "ロールバック": "rollback", "パイプライン": "ci", "書く": "write", "センサー": "sensor", "ドライバ": "driver", "荷物": "parcel", "配送": "delivery", "関数": "function", "変数": "variable",
}  # fmt: skip
