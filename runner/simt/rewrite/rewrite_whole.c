/*
 * rewrite_whole.c: structs of plain data, and how they are moved (include/vector_types.h has what is put into them).
 *
 *   struct __align__(16) P { float x, y; };     struct __align__(16) P { float x, y; SIMT_WHOLE_STRUCT(P) };
 *   typedef struct { int n; } K;                typedef struct K { int n; SIMT_ASSIGNED(K) } K;
 *
 * One that says its alignment moves whole on the device; others in units of their members, as gcc moves them too. What
 * a function returned, assigned to memory, is a store that gcc's hooks do not tell: it must go by an operator=.
 * Plain is what is told to be: members of known types and pointers, no base, no copies of its own. Others may hold
 * what can only be moved, and an operator= would stand in its way.
 */
#include "rewrite_internal.h"

#include <string.h>

enum { REACH = 64, DEPTH = 8, NAMES = 4096 }; /* tokens after the brace; structs in a struct; plain ones known */

static const char *const align_words[] = { "__align__", "alignas",     "_Alignas", "__builtin_align__",
                                           "aligned",   "__aligned__", NULL };

/* Among tokens [from, to), bodies of functions and nested types left out. */
static int says_any(const struct source *s, const struct unit *u, int32_t from, int32_t to, const char *const *words)
{
    for (int32_t i = from; i < to; i++) {
        if (is_any(s, u, i, words))
            return 1;
        if (is_punct(s, u, i, '{') && u->t[i].mate > i)
            i = u->t[i].mate;
    }
    return 0;
}

/* The name that the head of a class declares: from its key to the brace. -1: none; -2: it has a base, or a scope. */
static int32_t class_name(const struct source *s, const struct unit *u, int32_t key, int32_t open)
{
    int32_t name = -1;
    for (int32_t i = key + 1; i < open; i++) {
        int32_t past = skip_attribute(s, u, i);
        if (past > i)
            i = past - 1;
        else if (is_punct(s, u, i, '<') && (past = angle_end(s, u, i, open)) > i)
            i = past - 1;
        else if (u->t[i].kind != T_IDENT)
            return -2;
        else if (!is_word(s, u, i, "final"))
            name = i;
    }
    return name;
}

static int same_word(const struct source *s, const struct unit *u, int32_t i, int32_t name)
{
    uint32_t n = u->t[name].end - u->t[name].at;
    return i < u->n && u->t[i].kind == T_IDENT && u->t[i].end - u->t[i].at == n &&
           !memcmp(s->s + u->t[i].at, s->s + u->t[name].at, n);
}

/* P(const P &), P(P &&), ~P or operator=. */
static int has_copies(const struct source *s, const struct unit *u, int32_t from, int32_t to, int32_t name)
{
    for (int32_t i = from; i < to; i++) {
        int32_t k = is_word(s, u, i + 2, "const") ? i + 3 : i + 2;
        if (is_punct(s, u, i, '{') && u->t[i].mate > i)
            i = u->t[i].mate;
        if (is_punct(s, u, i, '~') && same_word(s, u, i + 1, name))
            return 1;
        if (is_word(s, u, i, "operator") && is_punct(s, u, i + 1, '=') &&
            !(is_punct(s, u, i + 2, '=') && touches(u, i + 1)))
            return 1;
        if (same_word(s, u, i, name) && is_punct(s, u, i + 1, '(') && same_word(s, u, k, name) &&
            is_punct(s, u, k + 1, '&'))
            return 1;
    }
    return 0;
}

/* Past the `;` or the body that ends the member declared at i; *is_function: it has parameters, and no value before. */
static int32_t member_end(const struct source *s, const struct unit *u, int32_t i, int32_t to, int *is_function)
{
    int data = 0;
    for (*is_function = 0; i < to; i++) {
        if (is_word(s, u, i, "operator")) /* whose name may be = or < */
            while (i + 1 < to && !is_punct(s, u, i, '('))
                i++;
        int32_t past = skip_attribute(s, u, i);
        int body = *is_function && is_punct(s, u, i, '{');
        if (is_punct(s, u, i, ';'))
            return i + 1;
        data |= !*is_function && (is_punct(s, u, i, '=') || is_punct(s, u, i, '<'));
        *is_function |= past == i && !data && is_punct(s, u, i, '(');
        if (past > i)
            i = past - 1;
        else if (u->t[i].mate > i)
            i = u->t[i].mate;
        if (body)
            return i + 1;
    }
    return to;
}

static int is_arithmetic(const struct source *s, const struct unit *u, int32_t i)
{
    static const char *const words[] = {
        "bool",    "char",    "signed",  "unsigned", "short",    "int",      "long",     "float",         "double",
        "half",    "__half",  "__half2", "half2",    "size_t",   "int8_t",   "int16_t",  "int32_t",       "int64_t",
        "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uintptr_t", "__nv_bfloat16", "__nv_bfloat162", NULL };
    static const char *const vectors[] = { "char", "uchar", "short", "ushort",   "int",       "uint",  "long",
                                           "ulong", "float", "double", "longlong", "ulonglong", NULL };
    if (is_any(s, u, i, words))
        return 1;
    if (u->t[i].kind != T_IDENT || u->t[i].end - u->t[i].at < 2 || !strchr("1234", s->s[u->t[i].end - 1]))
        return 0;
    struct token stem = { .at = u->t[i].at, .end = u->t[i].end - 1, .kind = T_IDENT };
    for (int k = 0; vectors[k]; k++)
        if (tok_is(s, &stem, vectors[k]))
            return 1;
    return 0;
}

/* The type at i, of a member, is one whose copy is a copy of its bytes. `head`: where template parameters may be. */
static int is_plain_type(const struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t i,
                         int32_t head, int32_t key)
{
    if (is_arithmetic(s, u, i) || (u->t[i].kind == T_IDENT && is_punct(s, u, i + 1, '*')))
        return 1;
    for (size_t k = 0; k < r->nplain; k++)
        if (u->t[i].kind == T_IDENT && tok_is(s, &u->t[i], r->plain[k]))
            return 1;
    for (int32_t k = head; u->t[i].kind == T_IDENT && k < key; k++)
        if (same_word(s, u, k, i) && (is_word(s, u, k - 1, "class") || is_word(s, u, k - 1, "typename")))
            return 1;
    return 0;
}

/* How many members with data are declared in [from, to); -1: one is not plain. `head` and `key` as above. */
static int plain_members(const struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t from,
                         int32_t to, int32_t head, int32_t key, int depth)
{
    static const char *const before[] = { "const", "volatile", "mutable", "struct", "union", NULL };
    static const char *const no_data[] = { "using", "typedef", "friend", "static", "static_assert", "enum", NULL };
    int found = 0;
    for (int32_t i = from, end, past; i < to; i = end) {
        int function, nested = 0, nothing = is_any(s, u, i, no_data);
        end = member_end(s, u, i, to, &function);
        if (is_punct(s, u, i + 1, ':') && !is_punct(s, u, i + 2, ':')) { /* public: */
            end = i + 2;
            continue;
        }
        while (i < end && ((past = skip_attribute(s, u, i)) > i || is_any(s, u, i, before)))
            i = past > i ? past : i + 1;
        if (nothing || function || i >= end || is_punct(s, u, i, ';'))
            continue;
        if (is_punct(s, u, i, '{'))
            nested = depth < DEPTH ? plain_members(r, s, u, i + 1, u->t[i].mate, head, key, depth + 1) : -1;
        else if (!is_plain_type(r, s, u, i, head, key))
            nested = -1;
        if (nested < 0)
            return -1;
        found += 1 + nested;
    }
    return found;
}

static void note_plain(struct simt_rewrite *r, const struct source *s, const struct token *name)
{
    if (r->nplain == NAMES)
        return;
    r->plain = rw_grow(r->plain, r->nplain, &r->plain_room, sizeof *r->plain);
    struct text t = { 0 };
    text_add(&t, s->s + name->at, name->end - name->at);
    r->plain[r->nplain++] = rw_text(&t);
}

/* Whether the class is aligned by its own words, or a member of it by others. */
static int is_aligned(const struct source *s, const struct unit *u, int32_t from, int32_t open)
{
    int32_t close = u->t[open].mate, end = close;
    while (end < u->n && end < close + REACH && !is_punct(s, u, end, ';'))
        end++;
    return says_any(s, u, from, open, align_words) || says_any(s, u, open + 1, close, align_words) ||
           says_any(s, u, close, end, align_words);
}

/* The struct, union or class of the head that begins at `from`, or -1: an enum, or none. */
static int32_t class_key(const struct source *s, const struct unit *u, int32_t from, int32_t open)
{
    static const char *const keys[] = { "struct", "union", "class", NULL };
    for (int32_t i = from, past; i < open; i++) {
        if (is_any(s, u, i, keys))
            return i;
        if (is_word(s, u, i, "enum"))
            return -1;
        if (is_word(s, u, i, "template") && (past = angle_end(s, u, i + 1, open)) > i)
            i = past - 1;
    }
    return -1;
}

/* The name of a class of plain data, in its head or, of a typedef, after it: a token, or -1. */
static int32_t plain_name(const struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t from,
                          int32_t key, int32_t open)
{
    static const char *const no_data[] = { "virtual", NULL };
    int32_t name = class_name(s, u, key, open), close = u->t[open].mate;
    if (name == -1 && is_word(s, u, key - 1, "typedef") && is_punct(s, u, close + 2, ';'))
        name = close + 1;
    if (name < 0 || u->t[name].kind != T_IDENT || says_any(s, u, open + 1, close, no_data) ||
        has_copies(s, u, open + 1, close, name))
        return -1;
    return plain_members(r, s, u, open + 1, close, from, key, 0) > 0 ? name : -1;
}

int rewrite_whole(struct simt_rewrite *r, struct source *s, const struct unit *u, int32_t open, int templates,
                  int collect)
{
    static const char *const hides[] = { "private", "protected", "class", "constexpr", "consteval", NULL };
    int32_t from = statement_begin(s, u, open), close = u->t[open].mate, key = class_key(s, u, from, open);
    int32_t name = key >= 0 && close > open + 1 ? plain_name(r, s, u, from, key, open) : -1;
    if (name < 0)
        return 0;
    int whole = is_aligned(s, u, from, open) && !is_word(s, u, key, "class") && !says_any(s, u, open + 1, close, hides);
    if (collect)
        note_plain(r, s, &u->t[name]);
    if (collect || (!whole && !templates))
        return whole;
    struct text word = { 0 };
    add_tokens(&word, s, u, name, name + 1);
    if (name > open && templates)
        edit_add(s, u, u->t[open].at, u->t[open].at, util_path("%s ", word.s));
    edit_add(s, u, u->t[close].at, u->t[close].at,
             !templates ? util_path(" SIMT_WHOLE_PART ")
             : whole    ? util_path(" SIMT_WHOLE_STRUCT(%s) ", word.s)
                        : util_path(" public: SIMT_ASSIGNED(%s) ", word.s));
    text_finish(&word);
    return whole;
}
