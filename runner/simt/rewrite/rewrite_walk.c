/* rewrite_walk.c: one pass over a source's tokens that knows in which namespace, class or function it is. It
 * runs twice: to collect the kernels of every file, then to edit. */
#include "rewrite_internal.h"

#include <stdlib.h>
#include <string.h>

enum scope_kind { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_FUNCTION, SCOPE_INIT };

/* A stack as a list to the root, so that a conditional's branches can each start from its top. */
struct scope {
    enum scope_kind kind;
    int device; /* in a function: __device__ or __global__ */
    int32_t head;  /* of a device function: its first __device__ or __global__; else -1 */
    size_t places; /* of local arrays' subscripts, before it */
    int bare;   /* no templates: in a function, or of C's linkage */
    int32_t below;
    uint32_t space; /* length of the namespaces' text */
    size_t own;     /* arrays declared outside of this scope */
    size_t refs;    /* length of the list of references, outside of this scope */
};

struct walk {
    struct simt_rewrite *r;
    struct source *s;
    const struct unit *u;
    int collect;
    struct scope *pool;
    size_t npool, pool_room;
    int32_t top;
    struct saved {
        int32_t top;
        int has_else;
    } * saved; /* a stack of conditionals */
    size_t nsaved, saved_room, event;
    struct text space, refs;
    struct owned own;
};

static const char *const class_words[] = { "struct", "class", "union", "enum", NULL };

static void cut(struct text *t, size_t n)
{
    if (t->s && n < t->len) {
        t->len = n;
        t->s[n] = 0;
    }
}

static const struct scope *scope(const struct walk *w)
{
    return w->top >= 0 ? &w->pool[w->top] : NULL;
}

static int in_function(const struct walk *w)
{
    return scope(w) && scope(w)->kind != SCOPE_NAMESPACE && scope(w)->kind != SCOPE_CLASS;
}

struct head { /* of what a brace opens */
    int has_paren, has_class, has_assign, is_namespace, is_linkage, device, lambda;
    int32_t name; /* of a namespace */
    int32_t first; /* __device__ or __global__ */
};

static struct head read_head(const struct walk *w, int32_t from, int32_t open)
{
    const struct source *s = w->s;
    const struct unit *u = w->u;
    struct head h = { .name = -1, .first = -1 };
    for (int32_t i = from; i < open; i++) {
        int32_t past = skip_attribute(s, u, i);
        if (past > i) {
            i = past - 1;
        } else if (is_word(s, u, i, "template") && is_punct(s, u, i + 1, '<')) {
            past = angle_end(s, u, i + 1, open);
            i = past > i ? past - 1 : i;
        } else if (is_word(s, u, i, "namespace")) {
            h.is_namespace = 1;
            h.name = i + 1;
        } else if (is_word(s, u, i, "extern") && i + 2 == open && u->t[i + 1].kind == T_STRING) {
            h.is_linkage = 1;
        } else if (is_word(s, u, i, "__device__") || is_word(s, u, i, "__global__")) {
            h.first = h.device ? h.first : i;
            h.device = 1;
        } else if (is_any(s, u, i, class_words)) {
            h.has_class = 1;
        } else if (is_punct(s, u, i, '(')) {
            h.has_paren = 1;
            i = u->t[i].mate > i ? u->t[i].mate : i;
        } else if (is_punct(s, u, i, '[')) {
            h.lambda |= u->t[i].mate > i &&
                        (is_punct(s, u, u->t[i].mate + 1, '(') || u->t[i].mate + 1 == open) && h.has_assign;
            i = u->t[i].mate > i ? u->t[i].mate : i;
        } else if (is_punct(s, u, i, '=') && !h.has_paren) {
            h.has_assign = 1;
        }
    }
    return h;
}

static void add_namespace(struct walk *w, const struct head *h, int32_t open)
{
    for (int32_t i = h->name; i < open; i++) {
        int32_t past = skip_attribute(w->s, w->u, i);
        if (past > i)
            i = past - 1;
        else if (w->u->t[i].kind == T_IDENT && !is_word(w->s, w->u, i, "inline"))
            add_tokens(&w->space, w->s, w->u, i, i + 1), text_addf(&w->space, "::");
    }
}

/* What is included between the braces of extern "C" is within them. */
static void note_linkage(struct walk *w, int32_t open)
{
    int32_t close = w->u->t[open].mate;
    for (size_t k = 0; close > open && k < w->s->nincludes; k++) {
        struct include *inc = &w->s->includes[k];
        if (inc->to && inc->at > w->u->t[open].at && inc->at < w->u->t[close].at)
            inc->to->in_c = 1;
    }
}

static void open_scope(struct walk *w, int32_t i)
{
    const struct scope *outer = scope(w);
    struct scope n = { .below = w->top, .space = (uint32_t)w->space.len, .refs = w->refs.len, .own = w->own.n };
    n.head = -1;
    n.places = w->s->nown;
    n.bare = outer ? outer->bare : w->s->in_c;
    struct head h = read_head(w, statement_begin(w->s, w->u, i), i);
    int function = outer && outer->kind == SCOPE_FUNCTION;
    if (h.is_namespace && !function) {
        n.kind = SCOPE_NAMESPACE;
        add_namespace(w, &h, i);
    } else if (h.is_linkage) {
        n.kind = SCOPE_NAMESPACE;
        n.bare = 1;
        note_linkage(w, i);
    } else if (h.has_class && !h.has_paren && !h.has_assign) {
        n.kind = SCOPE_CLASS;
        n.device = outer ? outer->device : 0;
        w->s->needs_mirror |= rewrite_whole(w->r, w->s, w->u, i, !n.bare, w->collect);
    } else if (function || h.lambda || (h.has_paren && !h.has_assign)) {
        n.kind = SCOPE_FUNCTION;
        n.head = function || h.lambda ? -1 : h.first;
        n.device = h.device || (outer && outer->device);
        n.bare = 1;
    } else {
        n.kind = SCOPE_INIT;
    }
    w->pool = rw_grow(w->pool, w->npool, &w->pool_room, sizeof *w->pool);
    w->pool[w->npool] = n;
    w->top = (int32_t)w->npool++;
}

/* A function without arrays of its own needs no check of indices, which would cost registers. */
static void unbound(struct walk *w, const struct scope *f)
{
    if (f->head >= 0 && !w->collect && w->s->path && w->s->nown == f->places)
        edit_add(w->s, w->u, w->u->t[f->head].at, w->u->t[f->head].at, strdup("SIMT_UNBOUNDED "));
}

static void close_scope(struct walk *w)
{
    if (w->top < 0)
        return;
    const struct scope *s = scope(w);
    unbound(w, s);
    cut(&w->space, s->space);
    w->own.n = s->own < w->own.n ? s->own : w->own.n;
    if (s->below < 0 || w->pool[s->below].kind != SCOPE_FUNCTION)
        cut(&w->refs, s->refs); /* a function ends; its inner blocks are few and share the list */
    w->top = s->below;
}

static void pass_events(struct walk *w, int32_t i)
{
    const struct source *s = w->s;
    for (; w->event < s->nevents && s->events[w->event].token <= i; w->event++) {
        enum event_kind kind = s->events[w->event].kind;
        if (kind == EV_IF) {
            w->saved = rw_grow(w->saved, w->nsaved, &w->saved_room, sizeof *w->saved);
            w->saved[w->nsaved++] = (struct saved){ w->top, 0 };
        } else if (w->nsaved && kind == EV_ELSE) {
            w->saved[w->nsaved - 1].has_else = 1;
            w->top = w->saved[w->nsaved - 1].top;
        } else if (w->nsaved) {
            w->nsaved--;
            if (s->without_optional && !w->saved[w->nsaved].has_else)
                w->top = w->saved[w->nsaved].top;
        }
    }
}

static void kernel(struct walk *w, int32_t i)
{
    const struct scope *at = scope(w);
    int member = at && at->kind != SCOPE_NAMESPACE;
    char *name = NULL;
    if (w->collect) {
        note_kernel(w->r, w->s, w->u, i, text_str(&w->space), member, NULL);
        return;
    }
    int32_t body = note_kernel(NULL, w->s, w->u, i, text_str(&w->space), member, &name);
    if (body < 0 || !w->r || !kernel_is_plain(w->r, name, text_str(&w->space))) {
        free(name);
        return;
    }
    edit_add(w->s, w->u, w->u->t[body].end, w->u->t[body].end, util_path(" SIMT_REGISTER(%s)", name));
    free(name);
}

/* `inline __forceinline__` would say inline twice. */
static int says_inline(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const words[] = { "inline", "__inline__", "__inline", NULL };
    int32_t from = statement_begin(s, u, i);
    for (int32_t k = from; k < u->n && k < i + 40; k++) {
        int32_t past = skip_attribute(s, u, k);
        if (past > k)
            k = past - 1;
        else if (k != i && is_any(s, u, k, words))
            return 1;
        else if (is_punct(s, u, k, '(') || is_punct(s, u, k, '{') || is_punct(s, u, k, ';'))
            return 0;
        else if (is_word(s, u, k, "template") && is_punct(s, u, k + 1, '<')) {
            past = angle_end(s, u, k + 1, u->n);
            k = past > k ? past - 1 : k;
        }
    }
    return 0;
}

/* What a word asks for. Returns the last token used. */
static int32_t word(struct walk *w, int32_t i)
{
    struct source *s = w->s;
    const struct unit *u = w->u;
    const struct scope *at = scope(w);
    const struct alias *alias = find_alias(w->r, s, &u->t[i]);
    if (!w->collect && !u->define && in_function(w))
        own_object(&w->own, s, u, i);
    if (alias && !w->collect) {
        if (alias->shared)
            return rewrite_shared(s, u, i, in_function(w) || u->define, &w->refs);
        rewrite_variable(s, u, i, at && at->kind == SCOPE_CLASS);
        return i;
    }
    if (!w->collect && is_punct(s, u, i + 1, '<') && !is_punct(s, u, i + 2, '<'))
        rewrite_kernel_name(w->r, s, u, i);
    if (s->s[u->t[i].at] != '_' && s->s[u->t[i].at] != 'a')
        return i;
    if (is_word(s, u, i, "__global__")) {
        if (!u->define)
            kernel(w, i);
        return i;
    }
    int is_asm = is_word(s, u, i, "asm") || is_word(s, u, i, "__asm__") || is_word(s, u, i, "__asm");
    s->has_asm |= is_asm;
    s->needs_mirror |= is_asm; /* a header may have nothing but macros of PTX */
    if (w->collect) {
        if (!u->define && !in_function(w) && (is_word(s, u, i, "__device__") || is_word(s, u, i, "__constant__")))
            note_variable(w->r, s, u, i);
        return i;
    }
    if (is_word(s, u, i, "__cluster_dims__"))
        rewrite_cluster(s, u, i);
    if (is_word(s, u, i, "__shared__"))
        return rewrite_shared(s, u, i, in_function(w) || u->define, &w->refs);
    if (is_word(s, u, i, "__device__") || is_word(s, u, i, "__constant__") || is_word(s, u, i, "__managed__"))
        rewrite_variable(s, u, i, at && at->kind == SCOPE_CLASS);
    else if (is_word(s, u, i, "__noinline__") && !is_punct(s, u, i - 1, '(') && !is_punct(s, u, i - 1, ','))
        edit_add(s, u, u->t[i].at, u->t[i].end, strdup("__attribute__((noinline))"));
    else if (is_word(s, u, i, "__forceinline__") && says_inline(s, u, i))
        edit_add(s, u, u->t[i].at, u->t[i].end, strdup("__attribute__((always_inline))"));
    else if (is_asm)
        return rewrite_asm(s, u, i, at && at->device);
    return i;
}

static int launch_begins(const struct walk *w, int32_t i)
{
    const struct unit *u = w->u;
    return is_launch(w->s, u, i) && !(is_punct(w->s, u, i + 3, '<') && touches(u, i + 2));
}

/* auto [a, b], also with const, & or && before the bracket. */
static int binds(const struct source *s, const struct unit *u, int32_t open)
{
    int32_t i = open - 1;
    while (is_punct(s, u, i, '&') || is_word(s, u, i, "const") || is_word(s, u, i, "volatile"))
        i--;
    return is_word(s, u, i, "auto");
}

static void walk_unit(struct walk *w)
{
    const struct unit *u = w->u;
    for (int32_t i = 0; i < u->n; i++) {
        if (!u->define)
            pass_events(w, i);
        if (u->t[i].kind == T_IDENT) {
            i = word(w, i);
            continue;
        }
        if (u->t[i].kind != T_PUNCT)
            continue;
        switch (w->s->s[u->t[i].at]) {
        case '{':
            if (!u->define)
                open_scope(w, i);
            break;
        case '}':
            if (!u->define)
                close_scope(w);
            break;
        case '(':
            if (w->collect && !u->define && (w->top < 0 || scope(w)->kind == SCOPE_NAMESPACE))
                note_function(w->r, w->s, u, i, text_str(&w->space));
            break;
        case '[':
            w->s->binds |= binds(w->s, u, i);
            if (!w->collect && !u->define && in_function(w))
                own_bracket(&w->own, w->s, u, i);
            if (w->refs.len)
                rewrite_capture(w->s, u, i, text_str(&w->refs));
            break;
        case '<':
            if (launch_begins(w, i) && !w->collect)
                i = rewrite_launch(w->r, w->s, u, i);
            else
                while (is_punct(w->s, u, i + 1, '<') && touches(u, i))
                    i++;
            break;
        }
    }
}

void walk_source(struct simt_rewrite *r, struct source *s, int collect)
{
    struct walk w = { .r = r, .s = s, .collect = collect, .top = -1 };
    w.u = &s->main;
    walk_unit(&w);
    for (size_t k = 0; k < s->ndefines; k++) {
        w.u = &s->defines[k];
        w.top = -1;
        cut(&w.refs, 0);
        if (collect)
            note_alias(r, s, w.u);
        walk_unit(&w);
    }
    free(w.pool);
    free(w.saved);
    free(w.own.name);
    text_finish(&w.space);
    text_finish(&w.refs);
}
