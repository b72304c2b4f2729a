/* rewrite_lex.c: text to tokens. Comments and dead branches (#if 0) give none; a quote without a partner on
 * its line is a character like any other, so that prose in #error or a skipped branch does no harm. */
#include "rewrite_internal.h"

#include <stdlib.h>
#include <string.h>

struct cond {
    int constant;       /* the group can be told now: #if 0, #if 1 */
    int live, was_live; /* of the group, and around it */
    int taken;
};

struct lexer {
    struct source *src;
    const char *s;
    uint32_t n, at;
    int at_line_start; /* nothing but space since the newline */
    struct cond *cond;
    size_t ncond, cond_room;
    int live;
};

static int word_start(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80);
}

static int digit(int c)
{
    return c >= '0' && c <= '9';
}

static int word_char(int c)
{
    return word_start(c) || digit(c);
}

static int at(const struct lexer *l, uint32_t k)
{
    return k < l->n ? (unsigned char)l->s[k] : 0;
}

/* A backslash at k that joins two lines: where the next begins, else 0. */
static uint32_t splice(const struct lexer *l, uint32_t k)
{
    if (at(l, k) != '\\')
        return 0;
    if (at(l, k + 1) == '\n')
        return k + 2;
    return at(l, k + 1) == '\r' && at(l, k + 2) == '\n' ? k + 3 : 0;
}

/* The end of a literal in quotes `q` that opens at k, or 0 when its line ends first. */
static uint32_t quoted_end(const struct lexer *l, uint32_t k, int q)
{
    for (k++; k < l->n; k++) {
        int c = at(l, k);
        uint32_t joined = splice(l, k);
        if (joined)
            k = joined - 1;
        else if (c == '\\')
            k++;
        else if (c == '\n')
            return 0;
        else if (c == q)
            return k + 1;
    }
    return 0;
}

/* R"delim( ... )delim" whose quote is at k; 0: not one. */
static uint32_t raw_end(const struct lexer *l, uint32_t k)
{
    uint32_t d = k + 1, nd = 0;
    while (nd <= 16 && d + nd < l->n && !strchr(" ()\\\t\v\f\r\n\"", at(l, d + nd)))
        nd++;
    if (nd > 16 || at(l, d + nd) != '(')
        return 0;
    for (uint32_t j = d + nd + 1; j + nd + 1 < l->n; j++) {
        const char *p = memchr(l->s + j, ')', l->n - j);
        if (!p)
            return 0;
        j = (uint32_t)(p - l->s);
        if (j + nd + 1 < l->n && !memcmp(l->s + j + 1, l->s + d, nd) && at(l, j + nd + 1) == '"')
            return j + nd + 2;
    }
    return 0;
}

/* Skips space and comments. With `line`, stops at the newline that ends the directive. */
static void skip_space(struct lexer *l, int line)
{
    while (l->at < l->n) {
        int c = at(l, l->at);
        uint32_t joined = splice(l, l->at);
        if (joined) {
            l->at = joined;
        } else if (c == '\n') {
            if (line)
                return;
            l->at_line_start = 1;
            l->at++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == 0) {
            l->at++;
        } else if (c == '/' && at(l, l->at + 1) == '/') {
            while (l->at < l->n && at(l, l->at) != '\n') {
                joined = splice(l, l->at);
                l->at = joined ? joined : l->at + 1;
            }
        } else if (c == '/' && at(l, l->at + 1) == '*') {
            l->at += 2;
            while (l->at < l->n && !(at(l, l->at) == '*' && at(l, l->at + 1) == '/'))
                l->at++;
            l->at = l->at + 2 < l->n ? l->at + 2 : l->n;
        } else {
            return;
        }
    }
}

static uint32_t number_end(const struct lexer *l, uint32_t k)
{
    for (k++; k < l->n; k++) {
        int c = at(l, k), before = at(l, k - 1);
        int sign = (c == '+' || c == '-') && strchr("eEpP", before);
        int separator = c == '\'' && (digit(at(l, k + 1)) || word_char(at(l, k + 1))) && word_char(before);
        if (!word_char(c) && c != '.' && !sign && !separator)
            break;
    }
    return k;
}

static int raw_prefix(const struct lexer *l, uint32_t from, uint32_t end)
{
    static const char *const all[] = { "R", "LR", "uR", "UR", "u8R" };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        if (strlen(all[k]) == end - from && !memcmp(all[k], l->s + from, end - from))
            return 1;
    return 0;
}

/* The next token; 0 at the end of the text, or with `line` of the directive. */
static int next_token(struct lexer *l, struct token *t, int line)
{
    skip_space(l, line);
    if (l->at >= l->n || (line && at(l, l->at) == '\n'))
        return 0;
    uint32_t k = l->at, end = 0;
    int c = at(l, k);
    *t = (struct token){ .at = k, .mate = -1, .kind = T_PUNCT };
    if (word_start(c)) {
        end = k + 1;
        while (end < l->n && word_char(at(l, end)))
            end++;
        t->kind = T_IDENT;
        uint32_t raw = at(l, end) == '"' && raw_prefix(l, k, end) ? raw_end(l, end) : 0;
        if (raw) {
            end = raw;
            t->kind = T_STRING;
        }
    } else if (digit(c) || (c == '.' && digit(at(l, k + 1)))) {
        end = number_end(l, k);
        t->kind = T_NUMBER;
    } else if (c == '"' || c == '\'') {
        end = quoted_end(l, k, c);
        if (end)
            t->kind = c == '"' ? T_STRING : T_CHAR;
    }
    t->end = end ? end : k + 1;
    l->at = t->end;
    return 1;
}

void *rw_grow(void *p, size_t have, size_t *room, size_t each)
{
    if (have < *room)
        return p;
    *room = *room ? *room * 2 : 16;
    void *q = realloc(p, *room * each);
    if (!q)
        abort();
    return q;
}

static void unit_add(struct unit *u, const struct token *t)
{
    size_t room = (size_t)u->room;
    u->t = rw_grow(u->t, (size_t)u->n, &room, sizeof *u->t);
    u->room = (int32_t)room;
    u->t[u->n++] = *t;
}

static void add_event(struct lexer *l, enum event_kind kind)
{
    struct source *s = l->src;
    s->events = rw_grow(s->events, s->nevents, &s->events_room, sizeof *s->events);
    s->events[s->nevents++] = (struct event){ s->main.n, kind };
}

static void add_include(struct source *s, uint32_t from, uint32_t end, int probe)
{
    s->includes = rw_grow(s->includes, s->nincludes, &s->includes_room, sizeof *s->includes);
    s->includes[s->nincludes++] =
        (struct include){ .at = from, .end = end, .angled = s->s[from] == '<', .probe = probe };
}

/* A header's name in "" or <> at the lexer's place. */
static void lex_header_name(struct lexer *l, int probe)
{
    skip_space(l, 1);
    uint32_t k = l->at;
    int close = at(l, k) == '"' ? '"' : at(l, k) == '<' ? '>' : 0;
    if (!close)
        return;
    for (uint32_t j = k + 1; j < l->n && at(l, j) != '\n'; j++)
        if (at(l, j) == close) {
            if (j > k + 1)
                add_include(l->src, k, j + 1, probe);
            l->at = j + 1;
            return;
        }
}

static void lex_define(struct lexer *l)
{
    struct source *s = l->src;
    struct unit u = { .define = 1 };
    struct token t;
    if (!next_token(l, &u.name, 1) || u.name.kind != T_IDENT)
        return;
    if (at(l, l->at) == '(') {
        size_t room = 0;
        while (next_token(l, &t, 1) && !(t.kind == T_PUNCT && at(l, t.at) == ')'))
            if (t.kind == T_IDENT) {
                u.param = rw_grow(u.param, (size_t)u.nparam, &room, sizeof *u.param);
                u.param[u.nparam++] = t;
            }
    }
    while (next_token(l, &t, 1))
        unit_add(&u, &t);
    if (!u.n) {
        free(u.param);
        return;
    }
    s->defines = rw_grow(s->defines, s->ndefines, &s->defines_room, sizeof *s->defines);
    s->defines[s->ndefines++] = u;
}

/* #if with a condition that is one literal: 0 or 1, else -1. __has_include names become includes. */
static int lex_condition(struct lexer *l)
{
    struct token t, first = { 0 };
    int n = 0, constant = -1;
    while (next_token(l, &t, 1)) {
        if (n++ == 0)
            first = t;
        if (l->live && t.kind == T_IDENT && tok_is(l->src, &t, "__has_include")) {
            skip_space(l, 1);
            if (at(l, l->at) == '(') {
                l->at++;
                lex_header_name(l, 1);
            }
        }
    }
    if (n == 1 && first.end - first.at == 1 && (at(l, first.at) == '0' || at(l, first.at) == '1'))
        constant = at(l, first.at) - '0';
    if (n == 1 && tok_is(l->src, &first, "false"))
        constant = 0;
    return constant;
}

static void cond_begin(struct lexer *l, int constant)
{
    l->cond = rw_grow(l->cond, l->ncond, &l->cond_room, sizeof *l->cond);
    struct cond *c = &l->cond[l->ncond++];
    *c = (struct cond){ .constant = constant >= 0, .was_live = l->live, .taken = constant == 1 };
    c->live = l->live && constant != 0;
    if (l->live && constant < 0)
        add_event(l, EV_IF);
    l->live = c->live;
}

static void cond_else(struct lexer *l, int constant)
{
    if (!l->ncond)
        return;
    struct cond *c = &l->cond[l->ncond - 1];
    if (!c->was_live)
        return;
    if (!c->constant) {
        add_event(l, EV_ELSE);
        l->live = constant != 0;
    } else if (c->taken) {
        l->live = 0;
    } else if (constant < 0) { /* #if 0 ... #elif X: from here on like #if X */
        c->constant = 0;
        add_event(l, EV_IF);
        l->live = 1;
    } else {
        l->live = constant;
        c->taken = constant;
    }
}

static void cond_end(struct lexer *l)
{
    if (!l->ncond)
        return;
    struct cond *c = &l->cond[--l->ncond];
    l->live = c->was_live;
    if (c->was_live && !c->constant)
        add_event(l, EV_ENDIF);
}

/* The rest of a directive whose text is prose or means nothing here. */
static void skip_line(struct lexer *l)
{
    while (l->at < l->n && at(l, l->at) != '\n') {
        uint32_t joined = splice(l, l->at);
        if (joined) {
            l->at = joined;
        } else if (at(l, l->at) == '/' && (at(l, l->at + 1) == '*' || at(l, l->at + 1) == '/')) {
            skip_space(l, 1);
        } else {
            l->at++;
        }
    }
}

static void lex_directive(struct lexer *l, const struct token *hash)
{
    struct source *s = l->src;
    s->directives = rw_grow(s->directives, s->ndirectives, &s->directives_room, sizeof *s->directives);
    s->directives[s->ndirectives++] = hash->at;
    struct token t;
    if (!next_token(l, &t, 1))
        return;
    if (tok_is(s, &t, "if"))
        cond_begin(l, lex_condition(l));
    else if (tok_is(s, &t, "ifdef") || tok_is(s, &t, "ifndef"))
        cond_begin(l, -1);
    else if (tok_is(s, &t, "elif"))
        cond_else(l, lex_condition(l));
    else if (tok_is(s, &t, "else"))
        cond_else(l, 1);
    else if (tok_is(s, &t, "endif"))
        cond_end(l);
    else if (l->live && tok_is(s, &t, "define"))
        lex_define(l);
    else if (l->live && (tok_is(s, &t, "include") || tok_is(s, &t, "import")))
        lex_header_name(l, 0);
    skip_line(l);
}

/* ---- brackets */

/* A stack as a list to the root: a conditional remembers the top, and each branch starts from it. */
struct open_bracket {
    int32_t token, below; /* below: index in the pool, -1 the bottom */
};

static int32_t find_open(const struct source *s, const struct unit *u, const struct open_bracket *pool,
                         int32_t top, char close)
{
    char open = close == ')' ? '(' : close == ']' ? '[' : '{';
    for (int k = 0; top >= 0 && k < 32; k++, top = pool[top].below)
        if (s->s[u->t[pool[top].token].at] == open)
            return top;
    return -1;
}

struct matching {
    struct open_bracket *pool;
    int32_t *saved, *has_else; /* a stack of conditionals */
    size_t npool, pool_room, nsaved, saved_room, else_room, event;
    int32_t top;
};

static void match_events(struct matching *m, const struct source *s, int32_t i)
{
    for (; m->event < s->nevents && s->events[m->event].token <= i; m->event++) {
        enum event_kind kind = s->events[m->event].kind;
        if (kind == EV_IF) {
            m->saved = rw_grow(m->saved, m->nsaved, &m->saved_room, sizeof *m->saved);
            m->has_else = rw_grow(m->has_else, m->nsaved, &m->else_room, sizeof *m->has_else);
            m->has_else[m->nsaved] = 0;
            m->saved[m->nsaved++] = m->top;
        } else if (m->nsaved && kind == EV_ELSE) {
            m->has_else[m->nsaved - 1] = 1;
            m->top = m->saved[m->nsaved - 1];
        } else if (m->nsaved) {
            m->nsaved--;
            if (s->without_optional && !m->has_else[m->nsaved])
                m->top = m->saved[m->nsaved];
        }
    }
}

/* Returns how many brackets have no partner. */
static int match_unit(struct source *s, struct unit *u, int main)
{
    struct matching m = { .top = -1 };
    int odd = 0;
    for (int32_t i = 0; i < u->n; i++)
        u->t[i].mate = -1;
    for (int32_t i = 0; i < u->n; i++) {
        if (main)
            match_events(&m, s, i);
        if (u->t[i].kind != T_PUNCT)
            continue;
        char c = s->s[u->t[i].at];
        if (c == '(' || c == '[' || c == '{') {
            m.pool = rw_grow(m.pool, m.npool, &m.pool_room, sizeof *m.pool);
            m.pool[m.npool] = (struct open_bracket){ i, m.top };
            m.top = (int32_t)m.npool++;
        } else if (c == ')' || c == ']' || c == '}') {
            int32_t k = find_open(s, u, m.pool, m.top, c);
            odd += k < 0;
            if (k < 0)
                continue;
            u->t[i].mate = m.pool[k].token;
            if (u->t[m.pool[k].token].mate < 0) /* of two branches, the first */
                u->t[m.pool[k].token].mate = i;
            m.top = m.pool[k].below;
        }
    }
    if (main)
        match_events(&m, s, u->n);
    for (; m.top >= 0; m.top = m.pool[m.top].below)
        odd++;
    free(m.pool);
    free(m.saved);
    free(m.has_else);
    return odd;
}

/* A conditional without #else is read as if it were there, unless brackets then fit less well. */
static void match_brackets(struct source *s)
{
    for (size_t k = 0; k < s->ndefines; k++)
        match_unit(s, &s->defines[k], 0);
    int with = match_unit(s, &s->main, 1);
    if (!with)
        return;
    s->without_optional = 1;
    if (match_unit(s, &s->main, 1) >= with) {
        s->without_optional = 0;
        match_unit(s, &s->main, 1);
    }
}

/* ---- the whole */

void lex_source(struct source *s)
{
    struct lexer l = { .src = s, .s = s->s, .n = s->n, .at_line_start = 1, .live = 1 };
    struct token t;
    if (s->n >= 3 && !memcmp(s->s, "\xef\xbb\xbf", 3))
        l.at = 3;
    for (;;) {
        skip_space(&l, 0);
        int first = l.at_line_start;
        if (!next_token(&l, &t, 0))
            break;
        l.at_line_start = 0;
        if (first && t.kind == T_PUNCT && s->s[t.at] == '#')
            lex_directive(&l, &t);
        else if (l.live)
            unit_add(&s->main, &t);
    }
    free(l.cond);
    match_brackets(s);
}

void lex_finish(struct source *s)
{
    free(s->main.t);
    for (size_t k = 0; k < s->ndefines; k++) {
        free(s->defines[k].t);
        free(s->defines[k].param);
    }
    free(s->defines);
    free(s->events);
    free(s->directives);
    free(s->includes);
    for (size_t k = 0; k < s->nedits; k++)
        free(s->edits[k].text);
    free(s->edits);
    free(s->own);
    text_finish(&s->own_list);
    for (size_t k = 0; k < s->nvariables; k++)
        free(s->variable[k]);
    free(s->variable);
}

int is_any(const struct source *s, const struct unit *u, int32_t i, const char *const *words)
{
    for (; i >= 0 && i < u->n && u->t[i].kind == T_IDENT && *words; words++)
        if (tok_is(s, &u->t[i], *words))
            return 1;
    return 0;
}

int directive_between(const struct source *s, uint32_t from, uint32_t end)
{
    size_t lo = 0, hi = s->ndirectives;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (s->directives[mid] < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < s->ndirectives && s->directives[lo] < end;
}

enum { ANGLE_REACH = 4000 }; /* tokens: longer argument lists are none */

int32_t angle_end(const struct source *s, const struct unit *u, int32_t i, int32_t to)
{
    int depth = 0;
    int32_t limit = i + ANGLE_REACH < to ? i + ANGLE_REACH : to;
    for (; i < limit; i++) {
        if (u->t[i].kind != T_PUNCT)
            continue;
        char c = s->s[u->t[i].at];
        if (c == '(' || c == '[' || c == '{') {
            if (u->t[i].mate <= i)
                return -1;
            i = u->t[i].mate;
        } else if (c == ')' || c == ']' || c == '}' || c == ';') {
            return -1;
        } else if (c == '<') {
            if (depth && is_punct(s, u, i + 1, '<') && touches(u, i))
                i++; /* a shift */
            else
                depth++;
        } else if (c == '>' && !(is_punct(s, u, i - 1, '-') && touches(u, i - 1)) && --depth == 0) {
            return i + 1;
        }
    }
    return -1;
}

int32_t angle_begin(const struct source *s, const struct unit *u, int32_t i)
{
    int depth = 0;
    int32_t limit = i > ANGLE_REACH ? i - ANGLE_REACH : 0;
    for (; i >= limit; i--) {
        if (u->t[i].kind != T_PUNCT)
            continue;
        char c = s->s[u->t[i].at];
        if (c == ')' || c == ']' || c == '}') {
            if (u->t[i].mate < 0)
                return -1;
            i = u->t[i].mate;
        } else if (c == '(' || c == '[' || c == '{' || c == ';') {
            return -1;
        } else if (c == '>') {
            int arrow = is_punct(s, u, i - 1, '-') && touches(u, i - 1);
            int not_less = is_punct(s, u, i + 1, '=') && touches(u, i);
            depth += !arrow && !not_less;
        } else if (c == '<') {
            if (is_punct(s, u, i - 1, '<') && touches(u, i - 1))
                i--; /* a shift */
            else if (--depth == 0)
                return i;
        }
    }
    return -1;
}
