/*
 * rewrite_own.c: where a function subscripts a local array of its own, or one in an object of its own. gcc checks every
 * index against its array's size and says of a bad one only where it stands in the text. Of what is no local array the
 * trace knows more, so the runtime has to be told which places those are: SIMT_OWN("file\n12:5 ...") at the end of a
 * translation unit.
 */
#include "rewrite_internal.h"

#include <stdlib.h>
#include <string.h>

/* Words of a type and the name after it: past them. */
static int32_t past_declarator(const struct source *s, const struct unit *u, int32_t i, int32_t to, int *words)
{
    static const char *const never[] = { "return", "else", "case", "throw", "new", "delete", "goto", "using", "sizeof",
                                         "typedef", "operator", NULL };
    *words = 0;
    while (i < to) {
        int32_t past = skip_attribute(s, u, i);
        if (past > i) {
            i = past;
        } else if (u->t[i].kind == T_IDENT && !is_any(s, u, i, never)) {
            i++;
            ++*words;
        } else if (is_punct(s, u, i, '<') && *words) {
            past = angle_end(s, u, i, to);
            if (past < 0)
                return i;
            i = past;
        } else if (is_punct(s, u, i, ':') && is_punct(s, u, i + 1, ':')) {
            i += 2; /* what follows is the same word */
            *words -= *words > 0;
        } else if (is_punct(s, u, i, '*') && *words) {
            i++;
        } else {
            return i;
        }
    }
    return i;
}

/* Also past what a declarator before it is initialised with: T x = { 1, 2 }, name. */
static int32_t declaration_begin(const struct source *s, const struct unit *u, int32_t name)
{
    int32_t from = statement_begin(s, u, name);
    while (is_punct(s, u, from, ',') && is_punct(s, u, from - 1, '}') && u->t[from - 1].mate > 0) {
        int32_t before = u->t[from - 1].mate - 1;
        if (!is_punct(s, u, before, '=') && u->t[before].kind != T_IDENT)
            break;
        from = statement_begin(s, u, before);
    }
    return from;
}

/* Whether the name before the `[` is declared there: T a[, or T x = 1, a[. */
static int declares(const struct source *s, const struct unit *u, int32_t from, int32_t name)
{
    int words;
    int32_t past = past_declarator(s, u, from, name + 1, &words);
    if (words < 2 || is_punct(s, u, from - 1, '(') || is_punct(s, u, from - 1, '['))
        return 0;
    return past == name + 1 || is_punct(s, u, name - 1, ',');
}

static int is_static(const struct source *s, const struct unit *u, int32_t from, int32_t name)
{
    static const char *const words[] = { "static", "extern", "__shared__", "__constant__", "__device__", NULL };
    for (int32_t k = from; k < name; k++)
        if (is_any(s, u, k, words))
            return 1;
    return 0;
}

static int same_name(const struct source *s, const struct token *a, const struct token *b)
{
    return a->end - a->at == b->end - b->at && !memcmp(s->s + a->at, s->s + b->at, a->end - a->at);
}

static const struct owned_name *find_name(const struct owned *o, const struct source *s, const struct unit *u,
                                          int32_t i)
{
    for (size_t k = o->n; k-- > 0;)
        if (same_name(s, &u->t[o->name[k].token], &u->t[i]))
            return &o->name[k];
    return NULL;
}

static int has_arrow_or_scope(const struct source *s, const struct unit *u, int32_t name)
{
    int arrow = is_punct(s, u, name - 1, '>') && is_punct(s, u, name - 2, '-');
    return arrow || (is_punct(s, u, name - 1, ':') && is_punct(s, u, name - 2, ':'));
}

/* x.y.name[, or x[1].name[: x is an object of the thread's own, or an array of such. */
static int is_own_member(const struct owned *o, const struct source *s, const struct unit *u, int32_t name)
{
    int subscripts = 0;
    while (is_punct(s, u, name - 1, '.')) {
        name -= 2;
        for (subscripts = 0; is_punct(s, u, name, ']') && u->t[name].mate > 0; subscripts++)
            name = u->t[name].mate - 1;
        if (name < 0 || u->t[name].kind != T_IDENT)
            return 0;
    }
    const struct owned_name *base = has_arrow_or_scope(s, u, name) ? NULL : find_name(o, s, u, name);
    return base && !base->elsewhere && (base->object ? !subscripts : subscripts == 1);
}

/* ARRAY: declared with brackets; OBJECT: of a type that may be an array's. */
static enum { OWN_NOT, OWN_OBJECT, OWN_ARRAY } is_own(const struct owned *o, const struct source *s,
                                                     const struct unit *u, int32_t name)
{
    if (has_arrow_or_scope(s, u, name))
        return OWN_NOT;
    if (is_punct(s, u, name - 1, '.'))
        return is_own_member(o, s, u, name) ? OWN_ARRAY : OWN_NOT;
    const struct owned_name *found = find_name(o, s, u, name);
    if (!found || found->elsewhere || found->is_auto)
        return OWN_NOT;
    return found->object ? OWN_OBJECT : OWN_ARRAY;
}

/* The `&` before a name takes its address. */
static int takes_address(const struct source *s, const struct unit *u, int32_t name)
{
    if (!is_punct(s, u, name - 1, '&'))
        return 0;
    const struct token *t = name > 1 ? &u->t[name - 2] : NULL;
    return !t || is_word(s, u, name - 2, "return") ||
           (t->kind == T_PUNCT && s->s[t->at] != ')' && s->s[t->at] != ']' && s->s[t->at] != '&');
}

static void add_place(struct source *s, const struct token *bracket, int flags)
{
    s->own = rw_grow(s->own, s->nown, &s->own_room, sizeof *s->own);
    s->own[s->nown++] = (struct own_place){ .at = bracket->at, .flags = flags };
}

/* Each subscript after the name: gcc's place is that of the `]`, and in a template that of the `[`. */
static void add_places(struct source *s, const struct unit *u, int32_t name, int only_first)
{
    int flags = takes_address(s, u, name) ? OWN_ADDRESS : 0, zeros = 1;
    for (int32_t i = name + 1, close; is_punct(s, u, i, '[') && (close = u->t[i].mate) > i; i = close + 1) {
        int number = close == i + 2 && u->t[i + 1].kind == T_NUMBER;
        int flat = i > name + 1 && zeros && !number; /* m[0][k] goes through all of m */
        add_place(s, &u->t[i], flags | (flat ? OWN_FLAT : 0));
        add_place(s, &u->t[close], flags | (flat ? OWN_FLAT : 0));
        flags |= OWN_ROW;
        zeros &= number && tok_is(s, &u->t[i + 1], "0");
        if (only_first) /* the object may be a pointer, whose rows are others' */
            return;
    }
}

static void add_name(struct owned *o, struct owned_name name)
{
    o->name = rw_grow(o->name, o->n, &o->room, sizeof *o->name);
    o->name[o->n++] = name;
}

void own_bracket(struct owned *o, struct source *s, const struct unit *u, int32_t open)
{
    int32_t name = open - 1;
    if (name < 1 || u->t[name].kind != T_IDENT)
        return;
    int32_t from = declaration_begin(s, u, name);
    if (!declares(s, u, from, name)) {
        int own = is_own(o, s, u, name);
        if (own)
            add_places(s, u, name, own == OWN_OBJECT);
        return;
    }
    add_name(o, (struct owned_name){ .token = name, .elsewhere = is_static(s, u, from, name) });
}

/* T x; T x = ...; T x{...}; and T *x, which is no object, but hides one. */
void own_object(struct owned *o, const struct source *s, const struct unit *u, int32_t name)
{
    const struct token *before = name > 0 ? &u->t[name - 1] : NULL;
    int ends = is_punct(s, u, name + 1, ';') || is_punct(s, u, name + 1, ',') || is_punct(s, u, name + 1, '{') ||
               (is_punct(s, u, name + 1, '=') && !is_punct(s, u, name + 2, '='));
    if (!before || !ends || (before->kind != T_IDENT && !strchr("*&>,", s->s[before->at])))
        return;
    int32_t from = declaration_begin(s, u, name);
    int refers = is_punct(s, u, name - 1, '*') || is_punct(s, u, name - 1, '&'), words;
    if (refers) { /* T &x: the reference ends what a declarator of an object may be */
        int32_t past = past_declarator(s, u, from, name, &words);
        while (is_punct(s, u, past, '&'))
            past++;
        if (past != name || words < 1 || is_punct(s, u, from - 1, '('))
            return;
    } else if (!declares(s, u, from, name)) {
        return;
    }
    add_name(o, (struct owned_name){ .token = name, .elsewhere = refers || is_static(s, u, from, name), .object = 1,
                                     .is_auto = is_word(s, u, name - 1, "auto") });
}

static int by_place(const void *a, const void *b)
{
    const struct own_place *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

void own_list(struct source *s, const struct text *body, size_t begin)
{
    size_t line = 1, start = begin, i = begin, edit = 0;
    uint32_t unchanged = 0; /* what stands before it was there before, or is gone */
    if (s->nown)
        qsort(s->own, s->nown, sizeof *s->own, by_place);
    text_finish(&s->own_list);
    for (size_t k = 0; k < s->nown; k++) {
        uint32_t at = s->own[k].at;
        for (; edit < s->nedits && (!s->edits[edit].out || s->edits[edit].at <= at); edit++)
            unchanged = s->edits[edit].out ? s->edits[edit].end : unchanged;
        if (at < unchanged)
            continue;
        size_t out = edit < s->nedits ? s->edits[edit].out - 1 - (s->edits[edit].at - at) : body->len - (s->n - at);
        for (; i < out; i++)
            if (body->s[i] == '\n') {
                line++;
                start = i + 1;
            }
        text_addf(&s->own_list, " %zu:%zu%s%s%s", line, out - start + 1, s->own[k].flags & OWN_ROW ? "r" : "",
                  s->own[k].flags & OWN_FLAT ? "f" : "", s->own[k].flags & OWN_ADDRESS ? "a" : "");
    }
}

/* The unit's own file may be named anew in its #line. */
void own_write(const struct simt_rewrite *r, const struct source *main, struct text *to)
{
    int first = 1;
    for (const struct source *s = r->sources; s; s = s->next) {
        if (s->mark != main->mark || !s->own_list.len || (s != main && !s->mirrored))
            continue;
        text_addf(to, first ? "\nSIMT_OWN(\"" : "\\n");
        first = 0;
        if (s == main)
            text_addf(to, "\" __FILE__ \"");
        for (const char *p = s == main ? "" : s->path; *p; p++)
            text_addf(to, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
        text_addf(to, "\\n%s", text_str(&s->own_list));
    }
    if (!first)
        text_addf(to, "\")\n");
}
