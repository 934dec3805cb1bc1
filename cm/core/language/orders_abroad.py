"""Verbs and small words of orders in German, Spanish, French, Chinese and Japanese, with their English counterparts.

Keys are folded words (`terms.fold`), or pieces of script, of which the longest that fits wins; `_` stands for a space. Not here: the
nouns of the trade (`glossary.py`), how a text is turned into English by them (`tongues.py`).
"""

from __future__ import annotations

from typing import Final

GERMAN: Final = """
nicht=not kein=no keine=no keinen=no keinem=no keiner=no keinerlei=no nie=never niemals=never nichts=nothing ohne=without statt=instead_of anstatt=instead_of
anstelle=instead_of ausser=except ausgenommen=except wenn=if falls=if sobald=when nur=only ausschliesslich=only lediglich=only immer=always stets=always
jeder=every jede=every jedes=every jedem=every jeden=every alle=all allen=all aller=all vor=before bevor=before vorher=before zuvor=before nach=after nachdem=after nachher=after danach=after und=and oder=or
aber=but sondern=but mit=with fur=for in=in im=in auf=on unter=under bei=for am=on an=on zu=to zum=to zur=to von=of vom=of aus=from bis=until pro=per je=per
muss=must mussen=must soll=should sollen=should sollte=should darf=may durfen=may kann=can konnen=can erlaubt=allowed gestattet=allowed zulassig=allowed verboten=forbidden
untersagt=forbidden unzulassig=forbidden tabu=forbidden verzichte=avoid verzichten=avoid vermeide=avoid vermeiden=avoid meide=avoid unterlasse=avoid weglassen=leave_out lass=leave lasse=leave
verwende=use verwenden=use verwendet=use benutze=use benutzen=use benutzt=use nutze=use nutzen=use genutzt=use nimm=use nehmen=use einsetzen=use setze=use
schreibe=write schreiben=write schreib=write geschrieben=write starte=start starten=start gestartet=start fuhre=run fuhren=run ausfuhren=run ausgefuhrt=run laufen=run lauft=run laufe=run
losche=delete loschen=delete geloscht=delete entferne=remove entfernen=remove andere=change andern=change geandert=change bearbeite=edit bearbeiten=edit bearbeitet=edit
erstelle=create erstellen=create anlegen=create lege=create prufe=check prufen=check gepruft=check frage=ask fragen=ask frag=ask nachfragen=ask rate=guess raten=guess
antworte=answer antworten=answer antwort=answer sprich=talk sprechen=talk rede=talk erklare=explain erklaren=explain zeige=show zeigen=show zeig=show
behalte=keep behalten=keep halte=keep halten=keep speichere=store speichern=store gespeichert=store lies=read lesen=read sende=send senden=send gesendet=send schicke=send
committe=commit committen=commit commite=commit pushe=push pushen=push merge=merge mergen=merge rebase=rebase rebasen=rebase deploye=deploy deployen=deploy ausrollen=deploy
formatiere=format formatieren=format formatiert=format benenne=name benennen=name heissen=name heisst=name nenne=name runde=round runden=round gerundet=round
kommentiere=comment kommentieren=comment kommentare=comments kommentar=comment fehler=error fehlern=errors ausnahmen=exceptions ignoriere=ignore ignorieren=ignore
kurz=short knapp=short lang=long ausfuhrlich=detailed deutsch=german englisch=english franzosisch=french spanisch=spanish chinesisch=chinese japanisch=japanese
auf_deutsch=german neu=new neue=new neuen=new neuer=new alte=old alten=old gross=big klein=small zwei=2 drei=3 vier=4 funf=5 sechs=6 acht=8 zehn=10 ein=1
sekunden=seconds sekunde=second minuten=minutes stunden=hours tage=days wochen=weeks leerzeichen=spaces tabulatoren=tabs tabs=tabs einrucken=indent einruckung=indentation
taglich=daily wochentlich=weekly monatlich=monthly stundlich=hourly einzeln=individually nacheinander=serially gleichzeitig=concurrently parallel=parallel seriell=serially
hand=by_hand manuell=manually automatisch=automatically generiert=generated erzeugt=generated erlaubnis=permission zustimmung=approval freigabe=approval rucksprache=consult nachfrage=ask
geheimnisse=secrets passworter=passwords zugangsdaten=credentials umgebungsvariablen=environment_variables abhangigkeiten=dependencies zweig=branch hauptzweig=main
betrage=amounts geldbetrage=money netzwerk=network netz=network verzeichnis=directory ordner=directory zeilen=lines zeile=line hoflich=polite duzen=du siezen=sie
mindestens=at_least hochstens=at_most maximal=at_most minimal=at_least uber=over als=than lieber=rather statt_dessen=instead dass=that wird=is werden=are ist=is sind=are der= die= das= den= dem= des= einen= einem= eine= einer= man= es= sich= auch= bitte= so=
"""

SPANISH: Final = """
no=not nunca=never jamas=never ningun=no ninguna=no ninguno=no nada=nothing sin=without salvo=except excepto=except menos=less si=if cuando=when solo=only solamente=only unicamente=only
siempre=always cada=every todo=every todos=all todas=all toda=every antes=before despues=after tras=after y=and o=or pero=but sino=but con=with para=for en=in sobre=on bajo=under
vez=instead lugar=place_of hasta=until desde=from por=per de=of del=of al=to debe=must deben=must debes=must hay=must puede=may pueden=may puedes=may permitido=allowed prohibido=forbidden prohibida=forbidden
evita=avoid evitar=avoid evite=avoid usa=use usar=use use=use usamos=use usan=use utiliza=use utilizar=use emplea=use escribe=write escribir=write escribas=write escriben=write escriban=write
ejecuta=run ejecutar=run ejecutan=run ejecutes=run ejecute=run lanza=run corre=run borra=delete borrar=delete borres=delete borre=delete elimina=delete eliminar=delete elimines=delete
cambia=change cambiar=change cambies=change modifica=change modificar=change modifiques=change edites=edit edita=edit editar=edit toques=touch crea=create crear=create crees=create anade=add anadas=add agregues=add agrega=add
comprueba=check verifica=check revisa=review pregunta=ask preguntar=ask preguntes=ask responde=answer responder=answer respondas=answer contesta=answer habla=talk explica=explain muestra=show mostrar=show
guarda=store guardar=store guardes=store mantén=keep manten=keep conserva=keep lee=read envia=send commitees=commit commitea=commit subas=push sube=push haz=do hagas=do pon=put pongas=put
hacer=do instala=install instalar=install instales=install despliega=deploy desplegar=deploy despliegues=deploy nombra=name redondea=round comenta=comment
corto=short corta=short cortas=short cortos=short breve=short breves=short largo=long detallado=detailed aleman=german ingles=english frances=french espanol=spanish castellano=spanish chino=chinese japones=japanese
dos=2 tres=3 cuatro=4 cinco=5 seis=6 ocho=8 diez=10 uno=1 segundos=seconds minutos=minutes horas=hours dias=days semanas=weeks espacios=spaces tabuladores=tabs sangria=indentation
diario=daily diariamente=daily semanal=weekly mensual=monthly serie=serial paralelo=parallel secuencialmente=serially mano=by_hand manualmente=manually automaticamente=automatically generado=generated generados=generated
permiso=permission aprobacion=approval secretos=secrets contrasenas=passwords credenciales=credentials dependencias=dependencies dinero=money importes=amounts ficheros=files archivos=files comentarios=comments
commits=commits mensajes=messages pruebas=tests linea=line lineas=lines rama=branch ramas=branches principal=main directamente=directly produccion=production integracion=integration
nuevo=new nueva=new nuevos=new viejo=old el= la= los= las= un= una= lo= le= les= se= su= es=is son=are que=that
"""

FRENCH: Final = """
ne= pas=not jamais=never aucun=no aucune=no rien=nothing sans=without sauf=except si=if quand=when lorsque=when seulement=only uniquement=only toujours=always chaque=every tous=all toutes=all tout=every
avant=before apres=after et=and ou=or mais=but avec=with pour=for dans=in sur=on sous=under au=in lieu=instead plutot=rather jusqu=until par=per de=of du=of des= doit=must doivent=must faut=must peut=may peuvent=may
autorise=allowed permis=allowed interdit=forbidden interdite=forbidden evite=avoid evitez=avoid eviter=avoid utilise=use utilisez=use utiliser=use employez=use ecris=write ecrivez=write ecrire=write
execute=run executez=run executer=run lance=run lancez=run lancer=run supprime=delete supprimez=delete supprimer=delete efface=delete change=change modifie=change modifiez=change modifier=change edite=edit
cree=create creez=create creer=create ajoute=add ajoutez=add ajouter=add verifie=check verifiez=check demande=ask demandez=ask demander=ask reponds=answer repondez=answer repondre=answer parle=talk
explique=explain montre=show montrez=show afficher=show garde=keep gardez=keep conserve=keep stocke=store lis=read envoie=send pousse=push poussez=push pousser=push deploie=deploy deployez=deploy deployer=deploy
installe=install installez=install installer=install nomme=name arrondir=round arrondis=round court=short courtes=short courts=short bref=short breves=short long=long longues=long detaille=detailed
allemand=german anglais=english francais=french espagnol=spanish chinois=chinese japonais=japanese deux=2 trois=3 quatre=4 cinq=5 six=6 huit=8 dix=10 secondes=seconds minutes=minutes heures=hours jours=days
espaces=spaces tabulations=tabs indentation=indentation quotidien=daily hebdomadaire=weekly mensuel=monthly serie=serial parallele=parallel main=by_hand manuellement=manually automatiquement=automatically
fichier=file fichiers=files dossier=directory repertoire=directory base=base donnees=data erreur=error erreurs=errors exceptions=exceptions tests=tests test=test branche=branch branches=branches
message=message messages=messages commentaire=comment commentaires=comments secrets=secrets mots=words passe=pass motdepasse=password dependance=dependency dependances=dependencies paquet=package
montants=amounts montant=amount argent=money production=production prod=production utilisateur=user utilisateurs=users reponses=answers reponse=answer directement=directly journal=log journaux=logs version=version
nouveau=new nouvelle=new nouveaux=new ancien=old le= la= les= un= une= l= d= qu= est=is sont=are que=that en=in
"""

HAN: Final = {
    "不要": "not", "不得": "not", "不能": "not", "不可": "not", "不准": "not", "不许": "not", "禁止": "not", "严禁": "not", "请勿": "not", "勿": "not", "别": "not", "不": "not",
    "无需": "no_need", "不必": "no_need", "不用": "not", "避免": "avoid", "除非": "unless", "除了": "except", "以外": "except", "如果": "if", "只": "only", "仅": "only", "只能": "only", "必须": "must",
    "总是": "always", "始终": "always", "一律": "always", "一直": "always", "永远不": "never", "从不": "never", "绝不": "never", "应该": "should", "应": "should", "可以": "may", "允许": "may", "需要": "must", "需": "must",
    "每个": "every", "每次": "every", "所有": "all", "之前": "before", "前": "before", "之后": "after", "后": "after", "而不是": "instead_of", "而非": "instead_of", "代替": "instead_of", "使用": "use", "采用": "use", "用": "use", "改用": "use",
    "运行": "run", "执行": "run", "启动": "start", "跑": "run", "写": "write", "编写": "write", "生成": "generate", "删除": "delete", "移除": "remove", "修改": "change", "改动": "change", "编辑": "edit", "动": "touch",
    "创建": "create", "新建": "create", "添加": "add", "增加": "add", "检查": "check", "确认": "ask", "询问": "ask", "问": "ask", "猜": "guess", "回复": "answer", "回答": "answer", "交流": "talk", "解释": "explain", "说明": "explain",
    "显示": "show", "保留": "keep", "保存": "store", "存储": "store", "读取": "read", "发送": "send", "提交": "commit", "推送": "push", "合并": "merge", "变基": "rebase", "部署": "deploy", "安装": "install", "升级": "upgrade", "记录": "log",
    "中文": "chinese", "英文": "english", "英语": "english", "德语": "german", "日语": "japanese", "日文": "japanese", "西班牙语": "spanish", "简短": "short", "简洁": "short", "详细": "detailed", "默认": "default",
    "测试": "test", "代码": "code", "注释": "comment", "提交信息": "commit_message", "消息": "message", "信息": "message", "直接": "directly", "主分支": "main", "手动": "manually", "自动": "automatically", "并行": "parallel", "串行": "serially",
    "秒": "seconds", "毫秒": "milliseconds", "分钟": "minutes", "小时": "hours", "天": "days", "空格": "spaces", "制表符": "tabs", "缩进": "indent", "目录": "directory", "文件": "file", "变量": "variable", "函数": "function",
    "新": "new", "旧": "old", "依赖": "dependency", "第三方": "third_party", "库": "library", "端口": "port", "是": "is", "为": "is", "在": "in", "两": "2", "三": "3", "四": "4", "五": "5", "十": "10", "请": "", "的": "", "了": "", "把": "", "将": "", "都": "", "要": "", "中": "", "里": "", "和": "and", "或": "or", "对": "for", "时": "when", "每": "every",
    "绝对": "always", "图片": "image", "密码": "password", "错误": "error", "日志": "log", "数据库": "database", "生产环境": "production", "生产": "production",
    "上线": "deploy", "评审": "review", "审批": "approval", "同意": "approval", "批准": "approval", "许可": "permission",
}  # fmt: skip

KANA: Final = {
    "しないでください": "not", "しないこと": "not", "してはいけない": "not", "してはならない": "not", "しないで": "not", "ないでください": "not", "ないこと": "not", "てはいけない": "not", "てはならない": "not", "ません": "not", "しない": "not", "ない": "not",
    "禁止": "not", "ずに": "without", "なしで": "without", "なしに": "without", "避け": "avoid", "以外": "except", "を除": "except", "場合": "when", "だけ": "only", "のみ": "only", "必ず": "always", "常に": "always", "必須": "must", "すべて": "all", "全て": "all", "各": "every",
    "絶対に": "always", "決して": "", "前に": "before", "後に": "after", "ではなく": "instead_of_that", "の代わりに": "instead_of_that", "使用": "use", "使い": "use", "使う": "use", "使わ": "use", "使って": "use", "利用": "use", "用い": "use",
    "実行": "run", "起動": "start", "走らせ": "run", "書く": "write", "書い": "write", "書き": "write", "書か": "write", "記述": "write", "生成": "generate", "削除": "delete", "消す": "delete", "消さ": "delete", "変更": "change", "編集": "edit", "触ら": "touch",
    "作成": "create", "作る": "create", "追加": "add", "確認": "check", "聞く": "ask", "聞い": "ask", "尋ね": "ask", "質問": "ask", "推測": "guess", "回答": "answer", "返答": "answer", "答え": "answer", "返信": "answer", "説明": "explain", "表示": "show", "見せ": "show",
    "保持": "keep", "残す": "keep", "残し": "keep", "保存": "store", "読む": "read", "送信": "send", "コミット": "commit", "プッシュ": "push", "マージ": "merge", "リベース": "rebase", "デプロイ": "deploy", "インストール": "install", "許可": "allowed", "可能": "allowed", "てもよい": "may", "てよい": "may",
    "日本語": "japanese", "英語": "english", "中国語": "chinese", "ドイツ語": "german", "スペイン語": "spanish", "フランス語": "french", "短く": "short", "簡潔": "short", "詳しく": "detailed", "詳細": "detailed", "デフォルト": "default", "既定": "default",
    "テスト": "test", "コード": "code", "コメント": "comment", "コミットメッセージ": "commit_message", "メッセージ": "message", "直接": "directly", "手動": "manually", "手で": "by_hand", "自動": "automatically", "並列": "parallel", "直列": "serially", "逐次": "serially",
    "ミリ秒": "milliseconds", "秒": "seconds", "分": "minutes", "時間": "time", "日": "day", "スペース": "spaces", "空白": "spaces", "タブ": "tabs", "インデント": "indent", "ディレクトリ": "directory", "フォルダ": "directory", "ファイル": "file", "金額": "money", "承認": "approval",
    "依存": "dependency", "ライブラリ": "library", "ポート": "port", "新しい": "new", "新規": "new", "古い": "old", "バグ": "bug", "修正": "fix", "は": "", "を": "", "が": "", "に": "in", "で": "in", "と": "and", "の": "of", "こと": "", "する": "", "です": "is", "ます": "", "から": "from", "まず": "first", "回帰テスト": "regression_test", "失敗する": "failing", "最初に": "first",
}  # fmt: skip
