/*
 * rewrite_decl.c: variables with a memory space.
 *
 *   __shared__ T a[N], b;      typedef T simt_T_a[N], simt_T_b; SIMT_SHARED(a) SIMT_SHARED(b)
 *   extern __shared__ T a[];   typedef T simt_T_a[]; SIMT_DYNAMIC(a)       in a function
 *                              extern __thread T a[] SIMT_DYNAMIC_NAME; SIMT_DYNAMIC_OUTSIDE    outside
 *   __shared__ T a[N];         SIMT_SHARED_OUTSIDE T a[N]; SIMT_SHARED_EXTENT(a)       outside
 *   __device__ T v = ...;      __simt_device_var T v = ...;                likewise __managed__, __constant__
 *
 * The macros are in include/simt/rewritten.h. The names become references, which a lambda would copy where it
 * used the variable itself: [=] and [] get &a.
 */
#include "rewrite_internal.h"

#include <stdlib.h>
#include <string.h>

enum { REACH = 600 }; /* tokens of a declaration looked at, to each side */

static const char *const attribute_words[] = { "__align__",     "alignas",           "_Alignas",
                                               "__attribute__", "__attribute",       "__builtin_align__",
                                               "__declspec",    "__launch_bounds__", "__cluster_dims__",
                                               "__maxnreg__",   "__block_size__",    NULL };

int32_t skip_attribute(const struct source *s, const struct unit *u, int32_t i)
{
    if (is_any(s, u, i, attribute_words) && is_punct(s, u, i + 1, '(') && u->t[i + 1].mate > i)
        return u->t[i + 1].mate + 1;
    if (is_punct(s, u, i, '[') && is_punct(s, u, i + 1, '[') && u->t[i].mate > i) /* [[nodiscard]] */
        return u->t[i].mate + 1;
    return i;
}

/* `{`...`}` in the list of a constructor's initialisers, which is no end of a statement. */
static int initialises_member(const struct source *s, const struct unit *u, int32_t open)
{
    int32_t k = open - 1;
    if (is_punct(s, u, k, '>'))
        k = angle_begin(s, u, k) - 1;
    return k > 0 && u->t[k].kind == T_IDENT && (is_punct(s, u, k - 1, ',') || is_punct(s, u, k - 1, ':')) &&
           !is_punct(s, u, k - 2, ':');
}

int32_t statement_begin(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const access[] = { "public", "private", "protected", "default", NULL };
    int32_t limit = i > REACH ? i - REACH : 0;
    while (i > limit) {
        int32_t p = i - 1;
        if (u->t[p].kind == T_PUNCT) {
            char c = s->s[u->t[p].at];
            if (c == ';' || c == '{' || c == '(' || c == '[')
                return i;
            if (c == ':' && (is_any(s, u, p - 1, access) || is_word(s, u, p - 2, "case")))
                return i;
            if (c == ')' || c == ']') {
                static const char *const control[] = { "if", "while", "for", "switch", NULL };
                if (u->t[p].mate < 0 || is_any(s, u, u->t[p].mate - 1, control))
                    return i;
                p = u->t[p].mate;
            } else if (c == '}') {
                if (u->t[p].mate < 0 || !initialises_member(s, u, u->t[p].mate))
                    return i;
                p = u->t[p].mate;
            }
        } else if (is_word(s, u, p, "else") || is_word(s, u, p, "do")) {
            return i;
        }
        i = p;
    }
    return i;
}

/* The `;` that ends the declaration at i; the end of a macro's body counts. -1: none in reach. */
static int32_t declaration_end(const struct source *s, const struct unit *u, int32_t i)
{
    int32_t limit = i + REACH < u->n ? i + REACH : u->n;
    for (; i < limit; i++) {
        if (u->t[i].kind != T_PUNCT)
            continue;
        char c = s->s[u->t[i].at];
        if (c == ';')
            return i;
        if (c == '(' || c == '[' || c == '{') {
            if (u->t[i].mate <= i)
                return -1;
            i = u->t[i].mate;
        } else if (c == ')' || c == ']' || c == '}') {
            return -1;
        }
    }
    return u->define && i == u->n ? i : -1;
}

/* Tokens that are one name: in a macro with ## between them. */
static int32_t pasted_begin(const struct source *s, const struct unit *u, int32_t i, int32_t from)
{
    while (i - 3 >= from && is_punct(s, u, i - 1, '#') && is_punct(s, u, i - 2, '#') &&
           u->t[i - 3].kind == T_IDENT)
        i -= 3;
    return i;
}

/* The name that tokens [from, to) declare: its last token, or -1. */
static int32_t declared_name(const struct source *s, const struct unit *u, int32_t from, int32_t to)
{
    int32_t name = -1;
    for (int32_t i = from; i < to; i++) {
        int32_t past = skip_attribute(s, u, i);
        if (past > i) {
            i = past - 1;
        } else if (u->t[i].kind == T_IDENT) {
            name = i;
        } else if (is_punct(s, u, i, '<') && name == i - 1) {
            past = angle_end(s, u, i, to);
            if (past < 0)
                return -1;
            i = past - 1;
        } else if (is_punct(s, u, i, '{')) { /* a struct's body */
            if (u->t[i].mate <= i)
                return -1;
            i = u->t[i].mate;
            name = -1;
        } else if (is_punct(s, u, i, '(')) { /* (*p)[4], or decltype(x) */
            if (is_punct(s, u, i + 1, '*') || is_punct(s, u, i + 1, '&'))
                return declared_name(s, u, i + 2, u->t[i].mate);
            i = u->t[i].mate > i ? u->t[i].mate : i;
        } else if (is_punct(s, u, i, '[') || is_punct(s, u, i, '=')) {
            break;
        }
    }
    return name;
}

static int is_param(const struct source *s, const struct unit *u, const struct token *t)
{
    for (int32_t k = 0; k < u->nparam; k++) {
        const struct token *p = &u->param[k];
        if (p->end - p->at == t->end - t->at && !memcmp(s->s + p->at, s->s + t->at, t->end - t->at))
            return 1;
    }
    return 0;
}

struct shared_decl {
    int32_t word;                /* __shared__, or a macro for it */
    int32_t name[32], first[32]; /* last and first token of each name */
    int n, initialised;
    struct text aligns; /* "alignas(16) " */
};

/* Specifiers that the storage has already. */
static int dropped(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const words[] = { "__shared__",   "static",   "extern",   "__device__", "inline",
                                         "thread_local", "__thread", "register", NULL };
    return is_any(s, u, i, words);
}

static int aligns(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const words[] = { "__align__", "alignas", "_Alignas", "__builtin_align__", NULL };
    return is_any(s, u, i, words) && skip_attribute(s, u, i) > i;
}

/* __attribute__((aligned(N))): the index of N's parenthesis, or -1. */
static int32_t aligned_argument(const struct source *s, const struct unit *u, int32_t i)
{
    if (is_word(s, u, i, "__attribute__") && is_punct(s, u, i + 2, '(') && u->t[i + 1].mate > i &&
        (is_word(s, u, i + 3, "aligned") || is_word(s, u, i + 3, "__aligned__")) &&
        is_punct(s, u, i + 4, '(') && u->t[i + 4].mate == u->t[i + 2].mate - 1)
        return i + 4;
    return -1;
}

/* Past what follows a `=`. */
static int32_t initialiser_end(const struct source *s, const struct unit *u, int32_t i, int32_t end)
{
    for (; i < end && !is_punct(s, u, i, ','); i++)
        if (u->t[i].mate > i)
            i = u->t[i].mate;
    return i;
}

/* The declaration as a typedef of simt_T_<name>, without alignments: those go to d->aligns. */
static void add_typedef(struct text *to, struct source *s, const struct unit *u, int32_t from, int32_t end,
                        struct shared_decl *d)
{
    int k = 0;
    size_t bare = 7;
    text_addf(to, "typedef");
    for (int32_t i = from; i < end; i++) {
        if (is_punct(s, u, i, '=')) {
            i = initialiser_end(s, u, i, end) - 1;
            d->initialised = 1;
            continue;
        }
        int32_t argument = aligned_argument(s, u, i);
        if (argument > 0 || aligns(s, u, i)) {
            int32_t open = argument > 0 ? argument : i + 1;
            text_addf(&d->aligns, "alignas(");
            add_tokens(&d->aligns, s, u, open + 1, u->t[open].mate);
            text_addf(&d->aligns, ") ");
            i = skip_attribute(s, u, i) - 1;
            continue;
        }
        if (dropped(s, u, i) || i == d->word)
            continue;
        if (i == from || u->t[i - 1].end != u->t[i].at || dropped(s, u, i - 1) || i - 1 == d->word ||
            to->len == bare)
            text_addf(to, " ");
        if (k < d->n && i == d->first[k])
            text_addf(to, "simt_T_%s", is_param(s, u, &u->t[i]) ? "##" : "");
        if (k < d->n && i == d->name[k])
            k++;
        add_tokens(to, s, u, i, i + 1);
    }
    text_addf(to, ";");
}

/* Splits [from, end) at its commas and finds each name. 0 when that worked. */
static int find_declarators(const struct source *s, const struct unit *u, int32_t from, int32_t end,
                            struct shared_decl *d)
{
    int32_t begin = from;
    for (int32_t i = from; i <= end; i++) {
        int32_t past = i < end ? skip_attribute(s, u, i) : i;
        if (past > i) {
            i = past - 1;
            continue;
        }
        if (i == end || is_punct(s, u, i, ',')) {
            int32_t name = declared_name(s, u, begin, i);
            if (name < 0 || name == d->word || dropped(s, u, name) || d->n == 32)
                return -1;
            d->name[d->n] = name;
            d->first[d->n++] = pasted_begin(s, u, name, begin);
            begin = i + 1;
        } else if (is_punct(s, u, i, '(') || is_punct(s, u, i, '[') || is_punct(s, u, i, '{')) {
            i = u->t[i].mate > i ? u->t[i].mate : i;
        } else if (is_punct(s, u, i, '<') && u->t[i - 1].kind == T_IDENT && i > from) {
            past = angle_end(s, u, i, end);
            i = past > i ? past - 1 : i;
        }
    }
    return 0;
}

/* Outside of a function: an object, with every rule of C++ for it. */
static void add_object(struct text *to, const struct source *s, const struct unit *u, int32_t from,
                       int32_t end, const char *storage, const char *last, struct text *alignments)
{
    struct text rest = { 0 };
    for (int32_t k = from; k < end; k++) {
        int32_t argument = aligned_argument(s, u, k);
        if (argument > 0 || aligns(s, u, k)) {
            int32_t open = argument > 0 ? argument : k + 1;
            text_addf(alignments, "alignas(");
            add_tokens(alignments, s, u, open + 1, u->t[open].mate);
            text_addf(alignments, ") ");
            k = skip_attribute(s, u, k) - 1;
        } else if (!dropped(s, u, k)) {
            text_addf(&rest, " ");
            add_tokens(&rest, s, u, k, k + 1);
        }
    }
    text_addf(to, "%s%s%s;", storage, text_str(&rest), last);
    text_finish(&rest);
}

static int is_dynamic(const struct source *s, const struct unit *u, int32_t from, int32_t end)
{
    for (int32_t k = from; k < end && !is_punct(s, u, k, '['); k++)
        if (is_word(s, u, k, "extern"))
            return 1;
    return 0;
}

int32_t rewrite_shared(struct source *s, const struct unit *u, int32_t i, int in_function, struct text *refs)
{
    int32_t from = statement_begin(s, u, i), end = declaration_end(s, u, i);
    struct shared_decl d = { .word = i };
    if (end < 0 || directive_between(s, u->t[from].at, u->t[end < u->n ? end : u->n - 1].at) ||
        find_declarators(s, u, from, end, &d)) {
        if (!u->define || end != i + 1) /* else a macro for the word itself: its uses are what counts */
            edit_add(s, u, u->t[i].at, u->t[i].end, strdup("static __thread"));
        return i;
    }
    struct text to = { 0 };
    int dynamic = is_dynamic(s, u, from, end);
    if (dynamic && !in_function) {
        add_object(&to, s, u, from, end, "extern __thread", " SIMT_DYNAMIC_NAME", &d.aligns);
        text_addf(&to, " SIMT_DYNAMIC_OUTSIDE");
    } else if (!in_function) {
        add_object(&to, s, u, from, end, "SIMT_SHARED_OUTSIDE", "", &d.aligns);
        if (d.aligns.len) { /* the aligned ones come first */
            text_addf(&d.aligns, "%s", text_str(&to));
            text_finish(&to);
            to = d.aligns;
            d.aligns = (struct text){ 0 };
        }
        for (int k = 0; k < d.n; k++) {
            text_addf(&to, " SIMT_SHARED_EXTENT(");
            add_tokens(&to, s, u, d.name[k], d.name[k] + 1);
            text_addf(&to, ")");
        }
    } else {
        add_typedef(&to, s, u, from, end, &d);
        if (d.initialised)
            text_addf(&to, " static_assert(sizeof(char) == 0, \"a __shared__ variable has no initialiser: "
                           "give it its value in one thread, then __syncthreads()\");");
        for (int k = 0; k < d.n; k++) {
            text_addf(&to, " %s(", dynamic ? "SIMT_DYNAMIC" : "SIMT_SHARED");
            add_tokens(&to, s, u, d.first[k], d.name[k] + 1);
            text_addf(&to, ", %s)", text_str(&d.aligns));
            add_tokens(refs, s, u, d.first[k], d.name[k] + 1);
            text_addf(refs, " ");
        }
    }
    text_finish(&d.aligns);
    edit_add(s, u, u->t[from].at, end < u->n ? u->t[end].end : u->t[u->n - 1].end, rw_text(&to));
    return end < u->n ? end : u->n - 1;
}

/* ---- __device__, __managed__, __constant__ */

static int is_literal(const struct unit *u, int32_t i)
{
    return i < u->n && (u->t[i].kind == T_NUMBER || u->t[i].kind == T_STRING || u->t[i].kind == T_CHAR);
}

/* What the declaration around token i declares: a variable (1), or a function, a lambda, nothing known (0).
 */
static int declares_variable(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const function_words[] = { "operator", "__global__", "__host__", "__forceinline__",
                                                  "typedef",  "using",      "friend",   NULL };
    int32_t from = statement_begin(s, u, i), limit = i + REACH < u->n ? i + REACH : u->n;
    int32_t names = 0;
    for (int32_t k = from; k < limit; k++) {
        int32_t past = skip_attribute(s, u, k);
        if (past > k) {
            k = past - 1;
            continue;
        }
        if (is_any(s, u, k, function_words))
            return 0;
        if ((is_word(s, u, k, "decltype") || is_word(s, u, k, "typeof") || is_word(s, u, k, "__typeof__")) &&
            is_punct(s, u, k + 1, '(') && u->t[k + 1].mate > k) {
            k = u->t[k + 1].mate;
            names++;
            continue;
        }
        names += u->t[k].kind == T_IDENT;
        if (u->t[k].kind != T_PUNCT)
            continue;
        switch (s->s[u->t[k].at]) {
        case '(': /* f(...), v(3), (*pointer)(...) */
            return is_literal(u, k + 1) || (is_punct(s, u, k + 1, '*') && k > i);
        case '<':
            past = angle_end(s, u, k, limit);
            if (past > k)
                k = past - 1;
            break;
        case '{': { /* struct { } v; or an initialiser */
            static const char *const classes[] = { "struct", "union", "enum", "class", NULL };
            int in_class = 0;
            for (int32_t j = from; j < k; j++)
                in_class |= is_any(s, u, j, classes);
            if (!in_class)
                return names > 1;
            if (u->t[k].mate <= k)
                return 0;
            k = u->t[k].mate;
            names++;
            break;
        }
        case ';':
        case '=':
        case '[':
            return k > i && names > 1;
        case ',':
            return k > i && names > 2;
        case ')':
        case '}':
        case '#':
            return 0;
        }
    }
    return 0;
}

void rewrite_variable(struct source *s, const struct unit *u, int32_t i, int in_class)
{
    static const char *const other[] = { "__constant__", "__managed__", "__shared__", NULL };
    static const char *const words[] = { "__device__", "__constant__", "__managed__", NULL };
    int alias = !is_any(s, u, i, words); /* a macro for __device__: stays, as it may say more */
    int device = alias || is_word(s, u, i, "__device__");
    if (device && (is_punct(s, u, i - 1, ']') || !declares_variable(s, u, i)))
        return;
    int32_t from = statement_begin(s, u, i), end = declaration_end(s, u, i);
    int is_extern = 0, is_inline = 0, is_static = 0;
    for (int32_t k = from; k < (end < 0 ? i : end) && !is_punct(s, u, k, '='); k++) {
        if (device && is_any(s, u, k, other))
            return; /* that word places it */
        is_extern |= is_word(s, u, k, "extern") && !(is_literal(u, k + 1) && is_punct(s, u, k + 2, '{'));
        is_inline |= is_word(s, u, k, "inline") || is_word(s, u, k, "constexpr");
        is_static |= is_word(s, u, k, "static");
    }
    int declared_only = is_extern || (in_class && is_static && !is_inline);
    const char *kind = device ? "device" : is_word(s, u, i, "__managed__") ? "managed" : "constant";
    if (!declared_only || !alias)
        edit_add(s, u, alias ? u->t[i].end : u->t[i].at, u->t[i].end,
                 declared_only ? strdup("") : util_path("%s__simt_%s_var", alias ? " " : "", kind));
}

/* ---- names of device variables, which host code may not pass to a launch */

enum { DEVICE_NAMES = 4096 };

static void add_device_name(struct simt_rewrite *r, const struct source *s, const struct token *name)
{
    struct text t = { 0 };
    if (r->non_device == DEVICE_NAMES)
        return;
    r->on_device = rw_grow(r->on_device, r->non_device, &r->on_device_room, sizeof *r->on_device);
    text_add(&t, s->s + name->at, name->end - name->at);
    r->on_device[r->non_device++] = rw_text(&t);
}

/* i at __device__ or __constant__, outside of functions. */
void note_variable(struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t i)
{
    int32_t end = declaration_end(s, u, i);
    int named = 0;
    if (!r || !declares_variable(s, u, i))
        return;
    for (int32_t k = i + 1; k < end + 1 && k < u->n; k++) {
        if (u->t[k].kind != T_PUNCT)
            continue;
        char c = s->s[u->t[k].at];
        int32_t past = c == '<' ? angle_end(s, u, k, end) : u->t[k].mate + 1;
        if (!named && u->t[k - 1].kind == T_IDENT && strchr(",[=;{(", c)) {
            add_device_name(r, s, &u->t[k - 1]);
            named = 1;
        }
        named &= c != ',';
        k = past > k ? past - 1 : k;
    }
}

int is_on_device(const struct simt_rewrite *r, const struct source *s, const struct token *t)
{
    for (size_t k = 0; r && t->kind == T_IDENT && k < r->non_device; k++)
        if (tok_is(s, t, r->on_device[k]))
            return 1;
    return 0;
}

/* ---- macros for these words */

void note_alias(struct simt_rewrite *r, const struct source *s, const struct unit *u)
{
    static const char *const with[] = { "static", "volatile", "const", "__device__", "__shared__", NULL };
    int shared = 0, device = 0;
    for (int32_t i = 0; i < u->n; i++) {
        if (!is_any(s, u, i, with))
            return;
        shared |= is_word(s, u, i, "__shared__");
        device |= is_word(s, u, i, "__device__");
    }
    if (u->nparam || (!shared && !device))
        return;
    r->aliases = rw_grow(r->aliases, r->naliases, &r->aliases_room, sizeof *r->aliases);
    char *name = strndup(s->s + u->name.at, u->name.end - u->name.at);
    if (!name)
        abort();
    r->aliases[r->naliases++] = (struct alias){ name, shared };
}

const struct alias *find_alias(const struct simt_rewrite *r, const struct source *s, const struct token *t)
{
    for (size_t k = 0; r && k < r->naliases; k++)
        if (tok_is(s, t, r->aliases[k].name))
            return &r->aliases[k];
    return NULL;
}

/* ---- lambdas that use references made here */

static int uses(const struct source *s, const struct unit *u, int32_t from, int32_t to, const char *name,
                size_t n)
{
    for (int32_t k = from; k < to; k++)
        if (u->t[k].kind == T_IDENT && u->t[k].end - u->t[k].at == n && !memcmp(s->s + u->t[k].at, name, n))
            return 1;
    return 0;
}

/* i at a `[`: if a lambda begins there that captures nothing or copies, it gets references to what it uses.
 */
void rewrite_capture(struct source *s, const struct unit *u, int32_t i, const char *refs)
{
    int32_t close = u->t[i].mate, body;
    if (close < i || (i && u->t[i - 1].kind == T_IDENT && !is_word(s, u, i - 1, "return")) ||
        is_punct(s, u, i - 1, ']') || is_punct(s, u, i - 1, ')') || is_punct(s, u, i + 1, '&') ||
        is_punct(s, u, i + 1, '['))
        return;
    int32_t params = close;
    for (body = close + 1; body < u->n && body < close + 200 && !is_punct(s, u, body, '{'); body++) {
        if (is_punct(s, u, body, ';') || is_punct(s, u, body, ')') || is_punct(s, u, body, ','))
            return;
        if (is_punct(s, u, body, '(') && u->t[body].mate > body) {
            params = params == close ? u->t[body].mate : params;
            body = u->t[body].mate;
        }
    }
    if (!is_punct(s, u, body, '{') || u->t[body].mate < body)
        return;
    struct text to = { 0 };
    for (const char *p = refs; *p;) {
        size_t n = strcspn(p, " ");
        if (uses(s, u, body, u->t[body].mate, p, n) && !uses(s, u, i, params, p, n)) {
            text_addf(&to, "%s&", to.len || close > i + 1 ? ", " : "");
            text_add(&to, p, n);
        }
        p += n + (p[n] == ' ');
    }
    if (to.len)
        edit_add(s, u, u->t[close].at, u->t[close].at, rw_text(&to));
    text_finish(&to);
}
