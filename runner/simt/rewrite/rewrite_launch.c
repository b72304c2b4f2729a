/*
 * rewrite_launch.c: kernels and their launches.
 *
 *   k<T><<<g, b>>>(args)   simt_launch_site("k", simt_kptr(k<T>), simt_config(g, b),
 *                                           [=](auto &...simt_a) SIMT_LANE { SIMT_CALL(k<T>) })(args)
 *   h.f<<<g, b>>>(args)    simt_launch_site("h.f", simt_kptr(h.f), simt_config(g, b), [simt_k = h.f](
 *                                           auto &...simt_a) SIMT_LANE { SIMT_CALL(simt_k) })(args)
 *
 *   (void *)k<T>           (void *)simt_kernel_of<&k<T>>(), which registers that kernel
 *
 * Only what stands before the arguments changes, and device variables among them: in a macro they may be anywhere.
 * The kernel's address is given where naming it is certainly right in C++: not overloaded, and all template
 * arguments written.
 */
#include "rewrite_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- kernels declared */

static int is_type_word(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const words[] = { "int",   "unsigned", "signed", "char", "short",  "long",
                                         "float", "double",   "bool",   "void", "size_t", NULL };
    return is_any(s, u, i, words);
}

/* One parameter, [from, to): its type alone. */
static void add_param_type(struct text *to, const struct source *s, const struct unit *u, int32_t from,
                           int32_t end)
{
    static const char *const noise[] = { "const",        "volatile",
                                         "struct",       "class",
                                         "typename",     "enum",
                                         "__restrict__", "__restrict",
                                         "restrict",     "__grid_constant__",
                                         "register",     NULL };
    int32_t stop = from, name = -1, types = 0;
    for (; stop < end && !is_punct(s, u, stop, '='); stop++)
        ;
    for (int32_t i = from; i < stop; i++) {
        if (is_punct(s, u, i, '<')) {
            int32_t past = angle_end(s, u, i, stop);
            i = past > i ? past - 1 : i;
        } else if (u->t[i].kind == T_IDENT && !is_any(s, u, i, noise)) {
            int qualified = is_punct(s, u, i - 1, ':');
            if (types && !is_type_word(s, u, i) && !qualified)
                name = i;
            types++;
        }
    }
    for (int32_t i = from; i < stop; i++)
        if (i != name && !is_any(s, u, i, noise + 6)) {
            int32_t pointer = is_punct(s, u, i, '[') && u->t[i].mate == i + 1; /* T a[] is T *a */
            text_addf(to, " ");
            if (pointer)
                text_addf(to, "*"), i++;
            else
                text_add(to, s->s + u->t[i].at, u->t[i].end - u->t[i].at);
        }
    text_addf(to, ",");
}

static char *params_of(const struct source *s, const struct unit *u, int32_t open)
{
    struct text to = { 0 };
    int32_t begin = open + 1, close = u->t[open].mate;
    for (int32_t i = open + 1; i <= close; i++) {
        if (i == close || is_punct(s, u, i, ',')) {
            if (i > begin)
                add_param_type(&to, s, u, begin, i);
            begin = i + 1;
        } else if (is_punct(s, u, i, '<')) {
            int32_t past = angle_end(s, u, i, close);
            i = past > i ? past - 1 : i;
        } else if (is_punct(s, u, i, '(') || is_punct(s, u, i, '[') || is_punct(s, u, i, '{')) {
            i = u->t[i].mate > i ? u->t[i].mate : i;
        }
    }
    return rw_text(&to);
}

/* Elements between commas in the angle brackets at i; -1: a pack is among them. */
static int count_template(const struct source *s, const struct unit *u, int32_t i, int32_t past, int declared)
{
    int n = past - i > 2;
    for (int32_t k = i + 1; k < past - 1; k++) {
        if (is_punct(s, u, k, ',')) {
            n++;
        } else if (declared && is_punct(s, u, k, '.')) {
            return -1;
        } else if (is_punct(s, u, k, '<')) {
            int32_t inner = angle_end(s, u, k, past - 1);
            k = inner > k ? inner - 1 : k;
        } else if (is_punct(s, u, k, '(') || is_punct(s, u, k, '[') || is_punct(s, u, k, '{')) {
            k = u->t[k].mate > k ? u->t[k].mate : k;
        }
    }
    return n;
}

int32_t note_kernel(struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t i,
                    const char *space, int member, char **ret_name)
{
    int32_t from = statement_begin(s, u, i), open = -1, ntemplate = 0, is_template = 0;
    for (int32_t k = from; k < u->n && k < i + 400 && open < 0; k++) {
        int32_t past = skip_attribute(s, u, k);
        if (past > k) {
            k = past - 1;
        } else if (is_word(s, u, k, "template") && is_punct(s, u, k + 1, '<')) {
            past = angle_end(s, u, k + 1, u->n);
            if (past < 0)
                return -1;
            is_template = past > k + 3;
            ntemplate = count_template(s, u, k + 1, past, 1);
            if (past == k + 3)
                return -1; /* a specialisation: the template is known */
            k = past - 1;
        } else if (is_punct(s, u, k, '(')) {
            open = k;
        } else if (is_punct(s, u, k, ';') || is_punct(s, u, k, '{') || is_punct(s, u, k, '}')) {
            return -1;
        }
    }
    if (open < 2 || u->t[open - 1].kind != T_IDENT || u->t[open].mate < open)
        return -1;
    int32_t after = u->t[open].mate + 1;
    int defined = is_punct(s, u, after, '{') && u->t[after].mate > after;
    if (!defined && !is_punct(s, u, after, ';') && !is_word(s, u, after, "noexcept"))
        return -1;
    struct token name = u->t[open - 1];
    if (is_punct(s, u, open - 2, ':'))
        member = 1; /* defined outside of its class or namespace */
    char *text = strndup(s->s + name.at, name.end - name.at);
    if (r) {
        r->kernels = rw_grow(r->kernels, r->nkernels, &r->kernels_room, sizeof *r->kernels);
        r->kernels[r->nkernels++] = (struct kernel){ .name = text,
                                                     .space = strdup(space),
                                                     .in = s,
                                                     .member = member,
                                                     .params = params_of(s, u, open),
                                                     .ntemplate = ntemplate,
                                                     .is_template = is_template };
    }
    if (ret_name)
        *ret_name = strdup(text);
    if (!r)
        free(text);
    return defined && !is_template && !member ? u->t[after].mate : -1;
}

void rewrite_cluster(struct source *s, const struct unit *u, int32_t i)
{
    int32_t k = skip_attribute(s, u, i);
    if (k == i)
        return;
    for (int32_t limit = k + 400 < u->n ? k + 400 : u->n; k < limit; k++) {
        int32_t past = skip_attribute(s, u, k);
        if (past > k) {
            k = past - 1;
        } else if (is_punct(s, u, k, ';') || is_punct(s, u, k, '}')) {
            return;
        } else if (is_punct(s, u, k, '(')) {
            k = u->t[k].mate > k ? u->t[k].mate : k;
        } else if (is_punct(s, u, k, '{')) {
            struct text to = { 0 };
            text_addf(&to, " SIMT_CLUSTER(");
            add_tokens(&to, s, u, i + 2, u->t[i + 1].mate);
            text_addf(&to, ")");
            edit_add(s, u, u->t[k].end, u->t[k].end, rw_text(&to));
            return;
        }
    }
}

void note_function(struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t open,
                   const char *space)
{
    int32_t i = open - 1, type = i - 1;
    if (type < 0 || u->t[i].kind != T_IDENT ||
        (u->t[type].kind == T_PUNCT && !strchr("*&>", s->s[u->t[type].at])))
        return;
    for (int32_t k = statement_begin(s, u, i); k < i; k++)
        if (is_word(s, u, k, "__global__") || is_punct(s, u, k, '=') || is_punct(s, u, k, '('))
            return;
    r->kernels = rw_grow(r->kernels, r->nkernels, &r->kernels_room, sizeof *r->kernels);
    r->kernels[r->nkernels++] = (struct kernel){ .name = strndup(s->s + u->t[i].at, u->t[i].end - u->t[i].at),
                                                 .space = strdup(space),
                                                 .params = strdup(""),
                                                 .in = s,
                                                 .member = 1 };
}

static int visible(const struct simt_rewrite *r, const struct kernel *k)
{
    return k->in->mark == r->mark;
}

/* The one function that `name` with namespaces `space` is; NULL: none, or several. */
static const struct kernel *find_kernel(const struct simt_rewrite *r, const char *name, const char *space,
                                        int exact)
{
    const struct kernel *found = NULL;
    for (size_t k = 0; k < r->nkernels; k++) {
        const struct kernel *f = &r->kernels[k];
        size_t nf = strlen(f->space), ns = strlen(space);
        if (!visible(r, f) || strcmp(f->name, name))
            continue;
        if (exact ? strcmp(f->space, space) : nf < ns || strcmp(f->space + nf - ns, space))
            continue;
        if (f->member || (found && (strcmp(f->params, found->params) || strcmp(f->space, found->space) ||
                                    f->is_template != found->is_template)))
            return NULL;
        found = f;
    }
    return found;
}

int kernel_is_plain(const struct simt_rewrite *r, const char *name, const char *space)
{
    const struct kernel *k = find_kernel(r, name, space, 1);
    return k && !k->is_template;
}

/* ---- launches */

/* The `>>>` that ends a configuration opened by <<< at i: the index of its first >, or -1. */
static int32_t config_end(const struct source *s, const struct unit *u, int32_t i)
{
    int depth = 0;
    int32_t maybe = -1, limit = i + 3000 < u->n ? i + 3000 : u->n;
    for (int32_t k = i + 3; k < limit; k++) {
        if (u->t[k].kind != T_PUNCT)
            continue;
        char c = s->s[u->t[k].at];
        if (c == '(' || c == '[' || c == '{') {
            if (u->t[k].mate <= k)
                break;
            k = u->t[k].mate;
        } else if (c == ')' || c == ']' || c == '}' || c == ';') {
            break;
        } else if (c == '<') {
            if (is_punct(s, u, k + 1, '<') && touches(u, k))
                k++;
            else if (u->t[k - 1].kind == T_IDENT)
                depth++;
        } else if (c == '>' && !(is_punct(s, u, k - 1, '-') && touches(u, k - 1))) {
            int32_t run = 1;
            while (is_punct(s, u, k + run, '>') && touches(u, k + run - 1))
                run++;
            if (run >= depth + 3)
                return k + run - 3;
            if (run == 2 && depth == 0 && is_punct(s, u, k + 2, '>') && is_punct(s, u, k + 3, '('))
                return k; /* >> >( as nvcc takes it */
            if (run >= 3 && maybe < 0)
                maybe = k + run - 3; /* unless another follows, what opened was a less-than */
            depth = depth > run ? depth - run : 0;
            k += run - 1;
        }
    }
    return maybe;
}

/* The first token of the expression that ends before i, or i when there is none. */
static int32_t callee_begin(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const control[] = { "if",   "while", "for",  "switch",   "return",
                                           "else", "do",    "case", "operator", NULL };
    int32_t b = i;
    for (;;) {
        int32_t p = b - 1;
        if (is_punct(s, u, p, '>')) {
            p = angle_begin(s, u, p) - 1;
            if (p < 0 || u->t[p].kind != T_IDENT)
                return i;
        }
        if (p >= 0 && u->t[p].kind == T_IDENT) {
            if (is_any(s, u, p, control))
                return i;
            b = p;
            if (u->define && is_punct(s, u, b - 1, '#') && is_punct(s, u, b - 2, '#') && b > 2) {
                b -= 2;
                continue;
            }
            if (is_word(s, u, b - 1, "template"))
                b--;
        } else if ((is_punct(s, u, p, ')') || is_punct(s, u, p, ']')) && u->t[p].mate >= 0) {
            b = u->t[p].mate;
            int32_t q = b - 1;
            if (q >= 0 && ((u->t[q].kind == T_IDENT && !is_any(s, u, q, control)) || is_punct(s, u, q, ']') ||
                           (is_punct(s, u, q, ')') && !is_any(s, u, u->t[q].mate - 1, control))))
                continue;
            if (is_punct(s, u, q, '>') && angle_begin(s, u, q) > 0 && is_punct(s, u, p, ')'))
                continue;
        } else {
            return i;
        }
        if (is_punct(s, u, b - 1, ':') && is_punct(s, u, b - 2, ':')) {
            b -= 2;
            if (b > 0 && ((u->t[b - 1].kind == T_IDENT && !is_any(s, u, b - 1, control)) ||
                          is_punct(s, u, b - 1, '>')))
                continue;
            return b;
        }
        if (is_punct(s, u, b - 1, '.'))
            b--;
        else if (is_punct(s, u, b - 1, '>') && is_punct(s, u, b - 2, '-') && touches(u, b - 2))
            b -= 2;
        else
            return b;
    }
}

/* Token i, a name, in `Type name` or `*name` before , ) = ; or in (*name)(: a variable. */
static int declares(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const no_type[] = { "return", "case",     "goto",  "else",  "do",
                                           "delete", "new",      "throw", "using", "namespace",
                                           "sizeof", "typename", NULL };
    char after = u->t[i + 1].kind == T_PUNCT ? s->s[u->t[i + 1].at] : 0;
    if (after == ')' && is_punct(s, u, i - 1, '*') && is_punct(s, u, i - 2, '(') &&
        is_punct(s, u, i + 2, '('))
        return 1;
    if (!after || !strchr(",)=;{[:", after))
        return 0;
    if (u->t[i - 1].kind == T_IDENT)
        return !is_any(s, u, i - 1, no_type);
    return (is_punct(s, u, i - 1, '*') || is_punct(s, u, i - 1, '&')) && i > 1 &&
           u->t[i - 2].kind == T_IDENT && strchr("=),", after) != NULL;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whether the source declares a variable of this name somewhere: so it is a function pointer. */
static int is_variable(struct source *s, const char *name)
{
    const struct unit *u = &s->main;
    for (int32_t i = 1; !s->variables && i + 1 < u->n; i++)
        if (u->t[i].kind == T_IDENT && declares(s, u, i)) {
            s->variable = rw_grow(s->variable, s->nvariables, &s->variables_room, sizeof *s->variable);
            s->variable[s->nvariables++] = strndup(s->s + u->t[i].at, u->t[i].end - u->t[i].at);
        }
    if (!s->variables && s->nvariables)
        qsort(s->variable, s->nvariables, sizeof *s->variable, by_text);
    s->variables = 1;
    return s->nvariables && bsearch(&name, s->variable, s->nvariables, sizeof *s->variable, by_text);
}

struct callee {
    char *name;          /* last component */
    char *space;         /* "a::b::" as written */
    int32_t angle, past; /* the template arguments of the name itself, or -1 */
    int simple;          /* names and template arguments only */
};

static struct callee parse_callee(const struct source *s, const struct unit *u, int32_t from, int32_t end)
{
    struct callee c = { .angle = -1, .past = -1, .simple = 1 };
    struct text space = { 0 };
    int32_t i = from;
    while (i < end && c.simple) {
        if (is_punct(s, u, i, ':') || is_word(s, u, i, "template")) {
            i++;
            continue;
        }
        if (u->t[i].kind != T_IDENT || c.past >= 0) {
            c.simple = 0;
            break;
        }
        if (c.name)
            text_addf(&space, "%s::", c.name);
        free(c.name);
        c.name = strndup(s->s + u->t[i].at, u->t[i].end - u->t[i].at);
        i++;
        if (i < end && is_punct(s, u, i, '<')) {
            c.angle = i;
            c.past = angle_end(s, u, i, end);
            if (c.past < 0)
                c.simple = 0;
            i = c.past;
        }
    }
    c.space = rw_text(&space);
    if (!c.name)
        c.simple = 0;
    return c;
}

static int of_macro(const struct source *s, const struct unit *u, int32_t from, int32_t end)
{
    for (int32_t i = from; i < end; i++) {
        for (int32_t k = 0; k < u->nparam; k++)
            if (u->t[i].kind == T_IDENT && u->param[k].end - u->param[k].at == u->t[i].end - u->t[i].at &&
                !memcmp(s->s + u->param[k].at, s->s + u->t[i].at, u->t[i].end - u->t[i].at))
                return 1;
        if (is_punct(s, u, i, '#'))
            return 1;
    }
    return 0;
}

/* Whether the innermost call around token i is of a macro, which may launch what it is given, or decltype. */
static int argument_of_macro(const struct simt_rewrite *r, const struct source *s, const struct unit *u,
                             int32_t i)
{
    int32_t begin = i > 400 ? i - 400 : 0;
    while (--i >= begin) {
        if (u->t[i].kind != T_PUNCT)
            continue;
        char c = s->s[u->t[i].at];
        if (c == ';' || c == '{')
            return 0;
        if ((c == ')' || c == ']' || c == '}') && u->t[i].mate >= 0)
            i = u->t[i].mate;
        else if (c == '(' && i && u->t[i - 1].kind == T_IDENT)
            break;
    }
    if (i < begin)
        return 0;
    const struct token *name = &u->t[i - 1];
    if (tok_is(s, name, "decltype"))
        return 1;
    for (const struct source *o = r->sources ? r->sources : s; o; o = o->next)
        for (size_t k = 0; o->mark == r->mark && k < o->ndefines; k++) {
            const struct token *d = &o->defines[k].name;
            if (d->end - d->at == name->end - name->at &&
                !memcmp(o->s + d->at, s->s + name->at, d->end - d->at))
                return 1;
        }
    return 0;
}

void rewrite_kernel_name(struct simt_rewrite *r, struct source *s, const struct unit *u, int32_t i)
{
    static const char *const before[] = { "return", "case", NULL };
    int32_t past = angle_end(s, u, i + 1, u->n), from = i;
    int known = 0;
    for (size_t k = 0; k < r->nkernels; k++)
        known |= r->kernels[k].is_template && tok_is(s, &u->t[i], r->kernels[k].name);
    if (!known || past < 0 || past >= u->n || u->t[past].kind != T_PUNCT ||
        !strchr(",);}:?", s->s[u->t[past].at]) || is_punct(s, u, past + 1, ':'))
        return;
    while (is_punct(s, u, from - 1, ':') && is_punct(s, u, from - 2, ':'))
        from -= from > 2 && u->t[from - 3].kind == T_IDENT ? 3 : 2;
    int32_t p = from - 1;
    if (p < 0 || (u->t[p].kind == T_PUNCT ? !strchr("(,={)&?:", s->s[u->t[p].at]) : !is_any(s, u, p, before)))
        return;
    if (directive_between(s, u->t[p].at, u->t[past].at) || of_macro(s, u, from, i + 1) ||
        argument_of_macro(r, s, u, from))
        return;
    struct callee c = parse_callee(s, u, from, past);
    const struct kernel *f = c.simple ? find_kernel(r, c.name, c.space, 0) : NULL;
    if (!f && c.simple) /* of several namespaces: the name stays as it is, whichever it means */
        f = find_kernel(r, c.name, c.space, 1);
    if (f && f->is_template && f->ntemplate == count_template(s, u, c.angle, c.past, 0)) {
        edit_add(s, u, u->t[from].at, u->t[from].at, strdup("simt_kernel_of<&"));
        edit_add(s, u, u->t[past - 1].end, u->t[past - 1].end, strdup(">()"));
    }
    free(c.name);
    free(c.space);
}

/* An expression of objects, and so of function pointers: h.f, fs[1], (*f), (c ? f : g), get(1). */
static int is_object(const struct source *s, const struct unit *u, int32_t from, int32_t end)
{
    for (int32_t i = from; i < end; i++)
        if (is_punct(s, u, i, '.') || is_punct(s, u, i, '[') || is_punct(s, u, i, '?') ||
            (is_punct(s, u, i, '*') && is_punct(s, u, i - 1, '(')) ||
            (is_punct(s, u, i, '-') && is_punct(s, u, i + 1, '>')) ||
            (is_punct(s, u, i, '(') && i > from && !is_punct(s, u, i - 1, '(')))
            return 1;
    return 0;
}

enum callee_kind { CALLEE_UNCERTAIN, CALLEE_FUNCTION, CALLEE_POINTER };

static enum callee_kind kind_of(const struct simt_rewrite *r, struct source *s, const struct unit *u,
                                const struct callee *c, int32_t from, int32_t end)
{
    int known = 0, sure;
    if (!c->simple && is_object(s, u, from, end))
        return CALLEE_POINTER;
    if (!c->simple || of_macro(s, u, from, c->angle > 0 ? c->angle : end))
        return CALLEE_UNCERTAIN;
    for (size_t k = 0; k < r->nkernels; k++)
        known |= visible(r, &r->kernels[k]) && !strcmp(r->kernels[k].name, c->name);
    if (!known) {
        sure = !u->define && c->angle < 0 && !c->space[0] && is_variable(s, c->name);
        return sure ? CALLEE_POINTER : CALLEE_UNCERTAIN;
    }
    const struct kernel *f = find_kernel(r, c->name, c->space, 0);
    sure = f && (f->is_template ? c->angle > 0 && f->ntemplate == count_template(s, u, c->angle, c->past, 0)
                                : c->angle < 0);
    return sure ? CALLEE_FUNCTION : CALLEE_UNCERTAIN;
}

static int has_literal(const struct unit *u, int32_t from, int32_t end)
{
    for (int32_t i = from; i < end; i++)
        if (u->t[i].kind == T_STRING || u->t[i].kind == T_CHAR)
            return 1;
    return 0;
}

/* An argument NULL would be held as a long until the kernel is called. */
static void rewrite_null(struct source *s, const struct unit *u, int32_t open)
{
    if (!is_punct(s, u, open, '('))
        return;
    for (int32_t i = open + 1; i < u->t[open].mate; i++) {
        if (u->t[i].mate > i)
            i = u->t[i].mate;
        else if (is_word(s, u, i, "NULL") && (is_punct(s, u, i - 1, '(') || is_punct(s, u, i - 1, ',')) &&
                 (is_punct(s, u, i + 1, ')') || is_punct(s, u, i + 1, ',')))
            edit_add(s, u, u->t[i].at, u->t[i].end, strdup("nullptr"));
    }
}

/* The argument [from, to), if it is a device variable's name or `&name`, `&name[...]`: what host code has by these is
 * the address of its own copy, which simt_host_name() and simt_host_address() tell. */
static void rewrite_argument(const struct simt_rewrite *r, struct source *s, const struct unit *u, int32_t from,
                             int32_t to)
{
    int address = is_punct(s, u, from, '&'), past = from + address + 1;
    if (past > to || !is_on_device(r, s, &u->t[past - 1]))
        return;
    while (address && past < to && is_punct(s, u, past, '[') && u->t[past].mate > past)
        past = u->t[past].mate + 1;
    if (past != to)
        return;
    edit_add(s, u, u->t[from].at, u->t[from].at, strdup(address ? "simt_host_address(" : "simt_host_name("));
    edit_add(s, u, u->t[to - 1].end, u->t[to - 1].end, strdup(")"));
}

static void rewrite_arguments(const struct simt_rewrite *r, struct source *s, const struct unit *u, int32_t open)
{
    int32_t close = is_punct(s, u, open, '(') ? u->t[open].mate : -1, from = open + 1;
    for (int32_t i = open + 1; i <= close; i++) {
        if (i == close || is_punct(s, u, i, ',')) {
            rewrite_argument(r, s, u, from, i);
            from = i + 1;
        } else if (u->t[i].mate > i) {
            i = u->t[i].mate;
        }
    }
}

static void add_name(struct text *to, const struct source *s, const struct unit *u, const struct callee *c,
                     int32_t from, int32_t end)
{
    if (u->define) {
        text_addf(to, "SIMT_STR(");
        add_tokens(to, s, u, from, c->simple && c->angle > 0 ? c->angle : end);
        text_addf(to, ")");
    } else if (c->simple) {
        text_addf(to, "\"%s%s\"", c->space, c->name);
    } else if (has_literal(u, from, end)) {
        text_addf(to, "\"(kernel)\"");
    } else {
        text_addf(to, "\"");
        add_tokens(to, s, u, from, end);
        text_addf(to, "\"");
    }
}

int32_t rewrite_launch(struct simt_rewrite *r, struct source *s, const struct unit *u, int32_t i)
{
    int32_t end = config_end(s, u, i), from = callee_begin(s, u, i);
    if (u->define && i == 0 && end > 3) { /* #define CONFIG(g, b) <<<g, b>>>, for k CONFIG(1, 2)(args) */
        edit_add(s, u, u->t[i].at, u->t[i + 2].end, strdup("->* simt_configured("));
        edit_add(s, u, u->t[end].at, u->t[end + 2].end, strdup(")"));
        return i + 2;
    }
    if (end < 0 || from >= i || end == i + 3 || directive_between(s, u->t[from].at, u->t[i].at))
        return i;
    struct callee c = parse_callee(s, u, from, i);
    enum callee_kind kind = kind_of(r, s, u, &c, from, i);
    struct text head = { 0 }, tail = { 0 }, callee = { 0 };
    add_tokens(&callee, s, u, from, i);
    text_addf(&head, "simt_launch_site(");
    add_name(&head, s, u, &c, from, i);
    if (kind == CALLEE_UNCERTAIN) {
        text_addf(&head, ", nullptr, simt_config(");
        rewrite_null(s, u, end + 3);
    } else {
        text_addf(&head, ", simt_kptr(%s), simt_config(", text_str(&callee));
    }
    if (kind == CALLEE_POINTER) /* read here: a lane must not look into the host's objects */
        text_addf(&tail, "), [simt_k = %s](auto &...simt_a) SIMT_LANE { SIMT_CALL(simt_k) })",
                  text_str(&callee));
    else
        text_addf(&tail, "), [=](auto &...simt_a) SIMT_LANE { SIMT_CALL(%s) })", text_str(&callee));
    edit_add(s, u, u->t[from].at, u->t[i + 2].end, rw_text(&head));
    edit_add(s, u, u->t[end].at, u->t[end + 2].end, rw_text(&tail));
    rewrite_arguments(r, s, u, end + 3);
    text_finish(&callee);
    free(c.name);
    free(c.space);
    return i + 2;
}
