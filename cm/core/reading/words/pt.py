"""Portuguese cues: the common ones."""

from __future__ import annotations

from typing import Final

_SMALL_WORDS: Final = (
    "à pelo pela seu sua ou já também deve tem isso cada todos foi ser muito "
    "o os um uma e é são não que de do da dos das em no na para com se por mais mas nunca sempre "
    "este esta nosso nossa você quando sem ao"
)
MARKS: Final = frozenset(_SMALL_WORDS.split())

CUES: Final[dict[str, tuple[str, ...]]] = {
    "standing": (r"a partir de (?:agora|hoje)", r"daqui (?:em|para) (?:diante|frente)", r"no futuro", r"toda vez", r"sempre que", r"por padrão", r"sem exceç(?:ão|ões)", r"nunca mais", r"de jeito nenhum", r"em hipótese alguma", r"em todos os (?:projetos|repos|repositórios)", r"não .{1,40}? mais\b"),
    "always": (r"sempre", r"nunca", r"jamais"),
    "memory": (r"lembre(?:-se)?(?: (?:de )?que)?", r"lembra que", r"não esqueça", r"anote", r"para sua informação", r"só para você saber", r"tenha em mente", r"aviso", r"lembrete", r"da próxima vez", r"observação"),
    "breadth": (r"(?:neste|nesse|no nosso|no) (?:repo|repositório|projeto|código)", r"tod[oa]s? (?:os|as|o|a)", r"qualquer", r"cada"),
    "we": (r"(?:a gente|nós) (?:usa|usamos|não usa|faz|tem|prefere|roda|escreve)", r"(?:usamos|temos|fazemos|rodamos|preferimos|escrevemos)"),
    "ours": (r"noss[oa]s?", r"aqui", r"no time"),
    "custom": (r"convenç(?:ão|ões)", r"regra", r"política", r"padrão", r"de propósito", r"(?:ci|linter|hook|servidor) (?:falha|rejeita|quebra|bloqueia|recusa)"),
    "again": (r"de novo", r"outra vez", r"já (?:te )?(?:disse|falei|expliquei)", r"quantas vezes", r"pare de|para de", r"você continua", r"(?:segunda|terceira|enésima) vez"),
    "ban": (r"não (?:use|mexa|toque|faça|edite|apague|altere|commite|coloque|rode|adicione|pode|deve|podem)", r"proibid[oa]", r"evite", r"nada de", r"ninguém"),
    "no_thing": (r"(?:^|[,;:] ?|\be )(?:sem|nada de|zero) [^,.;]+",),
    "must": (r"deve(?:m)?", r"tem que", r"precisa(?:m)?", r"é preciso", r"obrigatóri[oa]", r"certifique-se"),
    "only": (r"só|somente|apenas", r"no máximo", r"pelo menos"),
    "contrast": (r"em vez de", r"ao invés de", r"exceto", r"a menos que", r", não\b", r"e não"),
    "reason": (r"porque", r"senão", r"caso contrário", r"pois", r"já que", r"por isso"),
    "when_you": (r"antes de", r"depois de", r"quando (?:você|for|mexer|alterar)", r"se você", r"pergunte(?: antes)?", r"me pergunte"),
    "prefer": (r"prefiro", r"(?:eu )?gosto", r"não gosto", r"quero que você", r"responda", r"explique", r"em (?:português|inglês)"),
    "manner": (r"emojis?", r"respostas?", r"comentários?", r"mensage(?:m|ns) de commit", r"português|inglês"),
    "fact": (r"(?:é|são|fica|ficam|roda|escuta|chama-se|se chama|pertence|usa|tem|vem|custa|demora)",),
    "soon": (r"hoje", r"por enquanto", r"desta vez|dessa vez", r"até (?:que|amanhã|o|a)", r"amanhã", r"para a demo", r"(?:neste|nesta|nesse|nessa) (?:pr|branch|sessão|caso|thread|conversa)", r"temporari(?:amente|o)", r"ainda não", r"enquanto"),
    "hypothetical": (r"e se\b", r"imagine", r"suponha", r"talvez", r"poderíamos", r"em teoria"),
    "sarcasm": (r"kkk+", r"parabéns,? (?:de novo|quebrou)", r"que (?:ótimo|maravilha)", r"brincadeira"),
    "retract": (r"esquece|esqueça (?:isso|o que)", r"deixa pra lá", r"na verdade,? não", r"não,? espera", r"retiro o que"),
    "hearsay": (r"(?:o|a|um|uma) (?:cliente|revisor|chefe|documentação|colega|artigo) (?:diz|disse|quer|pediu|recomenda)", r"segundo", r"de acordo com"),
    "product": (r"(?:o|a|os|as|cada) (?:usuário|botão|página|formulário|servidor|api|cliente|lista|tela|campo|serviço) (?:deve|não deve|pode|precisa|deveria|mostra)", r"quando o usuário"),
    "bug": (r"erro", r"quebrad[oa]", r"não funciona", r"bug", r"falha", r"trava"),
    "allow": (r"pode (?:seguir|continuar|usar)", r"tudo bem", r"tranquilo"),
    "past": (r"ontem", r"você (?:fez|mudou|apagou)"),
    "thanks": (r"obrigad[oa]", r"valeu"),
    "^task": (r"(?:adicione|adiciona|corrija|corrige|remova|remove|renomeie|mude|escreva|crie|cria|faça|faz|mostre|mostra|veja|verifique|gere|mova|coloque|troque|rode|execute|procure|diga|compare|resuma|traduza|implemente|refatore|teste|instale|leia|explique|continue|pare|tire|use)(?= |$|[.,!])",),
    "^always": (r"(?:sempre|nunca) \w+",),
    "^request": (r"(?:você pode|pode|poderia|preciso|quero)(?= )",),
    "^ask": (r"(?:por que|como|onde|quem|qual|quais|quando|o que)(?= )",),
    "^soft": (r"(?:sempre|nunca|não|nada|todos|todas|cada|use|evite|responda)(?= )",),
}  # fmt: skip
