"""Claims turned into their contraries, so that a model learns on which side a text stands, and not only what it speaks of."""

import re

# “Is based in Ghent”, “Has been sold”: “not” comes behind.
AUXILIARY = re.compile(r"(Has been|Have been|Is|Are|Was|Were|Can|Will) (not )?(.+)")
NOTHING = re.compile(r"(Has|Have|Had) (?:no|never) (.+)")
DENIED = re.compile(r"Does not (\w+)( .+|$)")
COMPLETED = re.compile(
    r"Has ((?:\w+ed|won|sold|made|grown|become|taken|left|done|had|held|kept|met|led|run|spent|written|given|built) .+)"
)
HAVING = re.compile(r"Has (.+)")
# Verbs that claims begin with; other words that end in “s” are mostly nouns.
VERBS = """
    works sells uses offers makes serves holds owns plans takes runs accepts operates pays includes publishes
    speaks exports supports employs gives supplies covers charges ships receives teaches lives trains requires
    wants builds earns keeps reports recommends studies delivers rents buys contains repairs shows belongs
    provides treats comes advises produces claims needs helps invests costs leads lends hosts manufactures tests
    handles compares admits sits writes opposes carries depends names grows plays finds hires refuses calls says
    relies measures imports outsources gets allows collects develops performs discloses chairs translates talks
    installs manages sponsors sends designs reduces mentions represents prints visits expects raises refunds
    guarantees awards saves donates replaces integrates interviews proves protects recycles supervises sees
    cooperates criticises guides edits lasts generates lets moves issues warns deals rejects corrects praises
    insures seeks heads maintains examines detects owes flies blames applies specialises reads involves reviews
    faces checks weighs welcomes asks practises restores contradicts promotes transports avoids sets limits
    heats licenses organises breeds answers fits caters trades prefers continues leaves intends considers
    presents turns proposes monitors thinks stays follows focuses returns acts appears improves discusses
    recruits fixes
""".split()
PRESENT = re.compile(rf"({'|'.join(VERBS)})( (?!(?:is|are|was|were|can|will|have|has) ).+)", re.IGNORECASE)
PARTICIPLE = re.compile(
    r"((?:Founded|Based|Owned|Located|Funded|Certified|Published|Headquartered|Financed|Backed|Licensed|Registered|Listed"
    r"|Managed|Chaired|Led|Run|Made|Sold|Written|Held) (?:in|at|by|on|with|through|before|after|under|outside|from|near) .+)"
)
# “Pasta is vegan”, but neither “all pasta is” nor “no pasta is”.
SUBJECT = re.compile(r"((?!All|Every|Each|Some|Any|No|None|Not|One|Most|Many|Both|Only|Few|Half|Never|Neither)[A-Z]\w*(?: \w+){0,2}?) (is|are|was|were|can|will|has been|have been) (not )?(?!still|only|also|no longer|never|already)(.+)")


def negated(claim):
    """The claim that is so where this one is not; None where its grammar is not understood."""
    contrary = contrary_of(claim)
    return contrary and contrary.replace("an not ", "annot ", 1) if re.search(r"\b[Cc]an\b", claim) else contrary


def contrary_of(claim):
    if found := AUXILIARY.fullmatch(claim):
        verb, denied, rest = found.groups()
        if denied:
            return f"{verb} {rest}"
        return f"{verb[:-5]} not been {rest}" if verb.endswith(" been") else f"{verb} not {rest}"
    if found := NOTHING.fullmatch(claim):
        return f"{found[1]} {found[2]}"
    if found := DENIED.fullmatch(claim):
        return third_person(found[1]).capitalize() + found[2]
    if found := COMPLETED.fullmatch(claim):
        return f"Has not {found[1]}"
    if found := HAVING.fullmatch(claim):
        return f"Does not have {found[1]}"
    if found := PRESENT.fullmatch(claim):
        return f"Does not {infinitive(found[1].lower())}{found[2]}"
    if found := PARTICIPLE.fullmatch(claim):
        return f"Not {found[1][0].lower()}{found[1][1:]}"
    if found := SUBJECT.fullmatch(claim):
        subject, verb, denied, rest = found.groups()
        first, *been = verb.split()
        return f"{subject} {' '.join([first, *([] if denied else ['not']), *been])} {rest}"
    return None


def third_person(verb):
    if verb in ("have", "do"):
        return {"have": "has", "do": "does"}[verb]
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(?:s|sh|ch|x|z|o)$", verb) else "s")


def infinitive(verb):
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if re.search(r"(?:ss|sh|ch|x|o)es$", verb) else verb[:-1]
