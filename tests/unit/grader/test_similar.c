/*
 * test_similar.c: copies in disguise are found, honest work is not accused. The disguises are made here, from the
 * kernels of this repository.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "grader/similar/similar.h"
#include "grader/similar/similar_boxed.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(similar, .timeout = 60);

static char *source(const char *path)
{
    struct err e;
    char *full = util_path("%s/%s", RIDGE_SOURCE_ROOT, path), *s = util_read_file(full, 1 << 20, &e);
    cr_assert(s, "%s", full);
    free(full);
    return s;
}

/* ---- disguises ------------------------------------------------------------------------------------------ */

static int is_keyword(const char *s, size_t n)
{
    static const char *const list[] = { "if",        "else",     "for",      "while",    "return",   "int",
                                        "double",    "float",    "long",     "void",     "const",    "static",
                                        "struct",    "sizeof",   "switch",   "case",     "break",    "include",
                                        "define",    "size_t",   "int64_t",  "int32_t",  "do",       "continue",
                                        "unsigned",  "char",     "inline",   "uint32_t", "uint64_t", "enum",
                                        "restrict",  "typedef",  "malloc",   "free",     "memset",   "memcpy",
                                        "endif",     "ifdef",    "ifndef",   "pragma",   "default",  "extern",
                                        "threadIdx", "blockIdx", "blockDim", "gridDim" };
    if (n > 2 && s[0] == '_' && s[1] == '_')
        return 1; /* the compiler's own */
    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++)
        if (strlen(list[k]) == n && !memcmp(list[k], s, n))
            return 1;
    return 0;
}

/* Every name another, every number another, a comment after every semicolon, lines joined and split anew. */
static char *renamed(const char *s)
{
    struct text t = { 0 };
    for (size_t n; *s; s += n) {
        n = 1;
        if (s[0] == '/' && (s[1] == '*' || s[1] == '/')) {
            const char *end = s[1] == '*' ? strstr(s + 2, "*/") + 2 : s + strcspn(s, "\n");
            n = (size_t)(end - s);
        } else if (*s == '#') {
            n = strcspn(s, "\n");
            text_add(&t, s, n);
        } else if (isalpha((unsigned char)*s) || *s == '_') {
            while (isalnum((unsigned char)s[n]) || s[n] == '_')
                n++;
            text_addf(&t, is_keyword(s, n) ? "%.*s" : "zz_%.*s_q", (int)n, s);
        } else if (isdigit((unsigned char)*s)) {
            n = strspn(s, "0123456789.xXabcdefABCDEFuULlpPeE");
            if (strchr("eE", s[n - 1]) && (s[n] == '-' || s[n] == '+'))
                n += 1 + strspn(s + n + 1, "0123456789fF");
            text_addf(&t, "77");
        } else if (*s == ';') {
            text_addf(&t, "  ;/* really \" mine */\n\n\t");
        } else {
            text_add(&t, s, 1);
        }
    }
    return t.s;
}

/* The definitions of a file in opposite order: they end in a brace at the start of a line. */
static char *reversed(const char *s)
{
    struct text t = { 0 };
    const char *part[256];
    size_t n = 0;
    part[n++] = s;
    for (const char *p = s; (p = strstr(p, "\n}\n")) && n < 255;)
        part[n++] = p += 3;
    part[n] = s + strlen(s);
    for (size_t k = n; k-- > 0;)
        text_add(&t, part[k], (size_t)(part[k + 1] - part[k]));
    return t.s;
}

static json_t *document(const char *who, const char *role, const char *text)
{
    return json_pack("{s:s, s:s, s:[{s:s, s:s}]}", "who", who, "role", role, "files", "name", "a.c", "text", text);
}

static json_t *compared(json_t *documents)
{
    json_t *question = json_pack("{s:o, s:i}", "documents", documents, "limit", 1000);
    json_t *answer = similar_ask(question);
    json_decref(question);
    cr_assert(answer);
    return answer;
}

static const json_t *pair_of(const json_t *answer, const char *a, const char *b)
{
    size_t k;
    const json_t *p;
    json_array_foreach(json_object_get(answer, "pairs"), k, p) {
        const char *x = util_str(p, "a", ""), *y = util_str(p, "b", "");
        if ((!strcmp(x, a) && !strcmp(y, b)) || (!strcmp(x, b) && !strcmp(y, a)))
            return p;
    }
    return NULL;
}

static double value(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

/* ---- tokens --------------------------------------------------------------------------------------------- */

static struct similar_token token[2][20000];

static int same_tokens(const char *a, const char *b)
{
    size_t n = similar_lex(a, strlen(a), 0, token[0], 20000), m = similar_lex(b, strlen(b), 0, token[1], 20000);
    int same = n == m;
    for (size_t k = 0; same && k < n; k++)
        same = token[0][k].code == token[1][k].code;
    return same;
}

Test(similar, tokens_outlive_a_disguise)
{
    static const struct {
        const char *a, *b;
        int same;
    } rows[] = {
        { "int a = b + 1;", "long long total=x /* sum */ + 0x1f'00u; // end", 1 },
        { "float *p = q;", "const double *restrict z = y;", 1 },
        { "if (a) { b(); }", "if (a) b();", 1 },
        { "#include <a.h>\n#pragma unroll\nx;", "x;", 1 },
        { "s = \"a\\\"b\"; c = 'x';", "s = \"\"; c = '\\'';", 1 },
        { "a // b \\\n c\n;", "a;", 1 },
        { "_Bool a; __nv_bfloat16 b; __half c; uintptr_t d;", "int a; int b; int c; int d;", 1 },
        { "a + b", "a - b", 0 },
        { "k<<<g, b>>>(x);", "k(g, b, x);", 0 },
        { "k<<<g, b>>>(x);", "other<<<dim, size>>>(y);", 1 },
        { "__shared__ float t[32];", "float t[32];", 0 },
        { "threadIdx.x", "blockIdx.x", 0 },
        { "while (a) b;", "if (a) b;", 0 },
        { "#define N 4", "#define M 8", 1 },
        { "x = 1; /* never closed", "x = 1;", 1 },
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        cr_expect_eq(same_tokens(rows[k].a, rows[k].b), rows[k].same, "row %zu: %s | %s", k, rows[k].a, rows[k].b);
}

Test(similar, lines_are_counted_through_comments_and_joins)
{
    const char *s = "a\n/* x\ny */ b \\\n c\n\"q\\\nr\" d\n";
    size_t n = similar_lex(s, strlen(s), 0, token[0], 20000);
    static const uint32_t want[] = { 1, 3, 4, 5, 6 };
    cr_assert_eq(n, 5);
    for (size_t k = 0; k < n; k++)
        cr_expect_eq(token[0][k].line, want[k], "token %zu at line %u", k, token[0][k].line);
}

/* ---- winnowing ------------------------------------------------------------------------------------------ */

/* `n` signs that a drawn number decides: every one a token of its own. */
static void add_noise(struct text *t, unsigned *seed, int n)
{
    for (int k = 0; k < n; k++)
        text_addf(t, "%c ", "+-*%&|^!~?:,.<>=()[];"[rand_r(seed) % 21]);
}

Test(similar, a_shared_run_of_the_guaranteed_length_is_never_missed)
{
    unsigned seed = 7;
    for (int round = 0; round < 200; round++) {
        struct text shared = { 0 }, a = { 0 }, b = { 0 };
        add_noise(&shared, &seed, SIMILAR_K + SIMILAR_WINDOW - 1);
        add_noise(&a, &seed, 40 + round);
        text_addf(&a, "%s", shared.s);
        add_noise(&a, &seed, 30);
        add_noise(&b, &seed, 25);
        text_addf(&b, "%s", shared.s);
        add_noise(&b, &seed, 60);
        json_t *d = compared(json_pack("[o, o]", document("a", "class", a.s), document("b", "class", b.s)));
        cr_assert(pair_of(d, "a", "b"), "round %d", round);
        json_decref(d);
        text_finish(&shared);
        text_finish(&a);
        text_finish(&b);
    }
}

Test(similar, noise_has_nothing_in_common)
{
    unsigned seed = 11;
    struct text a = { 0 }, b = { 0 };
    add_noise(&a, &seed, 3000);
    add_noise(&b, &seed, 3000);
    json_t *d = compared(json_pack("[o, o]", document("a", "class", a.s), document("b", "class", b.s)));
    cr_assert_eq(json_array_size(json_object_get(d, "pairs")), 0);
    json_decref(d);
    text_finish(&a);
    text_finish(&b);
}

/* ---- copies and honest work ------------------------------------------------------------------------------ */

static const struct {
    const char *lab;
    double honest; /* at most; of w02 the files quote one another */
    const char *skeleton, *work[3];
} course[] = {
    { "w03",
      0.2,
      "labs/w03-txmath/skeleton/txmath.c",
      { "kernels/w03-txmath/naive.c", "kernels/w03-txmath/ref.c", NULL } },
    { "w01",
      0.6,
      "labs/w01-roofline/skeleton/roofline.c",
      { "kernels/w01-roofline/ref.c", "kernels/w01-roofline/opt.c", NULL } },
    { "w04",
      0.6,
      "labs/w04-flash-tiles/skeleton/flash.c",
      { "kernels/w04-flash-tiles/naive.c", "kernels/w04-flash-tiles/opt.c", "kernels/w04-flash-tiles/ref.c" } },
    { "w02",
      0.8,
      "labs/w02-transpose/skeleton/transpose.cu",
      { "kernels/w02-transpose/naive.cu", "kernels/w02-transpose/opt.cu", "kernels/w02-transpose/ref.cu" } },
};

Test(similar, a_copy_in_disguise_ranks_above_honest_solutions)
{
    for (size_t k = 0; k < sizeof course / sizeof course[0]; k++) {
        char *skeleton = source(course[k].skeleton);
        json_t *list = json_pack("[o]", document("skeleton", "given", skeleton));
        char who[8];
        for (int w = 0; w < 3 && course[k].work[w]; w++) {
            char *s = source(course[k].work[w]);
            snprintf(who, sizeof who, "s%d", w);
            json_array_append_new(list, document(who, "class", s));
            if (w == 1) {
                char *r = renamed(s), *v = reversed(r);
                json_array_append_new(list, document("copyist", "class", v));
                free(r);
                free(v);
            }
            free(s);
        }
        json_t *d = compared(list);
        const json_t *first = json_array_get(json_object_get(d, "pairs"), 0);
        cr_expect_eq(first, pair_of(d, "s1", "copyist"), "%s: %s and %s come first", course[k].lab,
                     util_str(first, "a", ""), util_str(first, "b", ""));
        cr_expect_gt(value(first, "rank"), 0.8, "%s: %g", course[k].lab, value(first, "rank"));
        cr_expect_lt(value(pair_of(d, "s0", "s1"), "rank"), course[k].honest, "%s: honest %g", course[k].lab,
                     value(pair_of(d, "s0", "s1"), "rank"));
        json_decref(d);
        free(skeleton);
    }
}

Test(similar, a_copy_padded_with_the_copyist_s_own_work_is_seen_from_the_original)
{
    char *s = source("kernels/w03-txmath/ref.c"), *other = source("kernels/w04-flash-tiles/opt.c");
    char *both = util_path("%s\n%s", other, s);
    json_t *d = compared(json_pack("[o, o]", document("original", "class", s), document("padded", "class", both)));
    const json_t *p = pair_of(d, "original", "padded");
    cr_expect_gt(value(p, "share_a"), 0.95);
    cr_expect_lt(value(p, "share_b"), 0.5);
    json_decref(d);
    free(s);
    free(other);
    free(both);
}

Test(similar, what_was_given_out_accuses_nobody)
{
    char *s = source("labs/w06-paged-kv/skeleton/paged.c"), *ref = source("kernels/w06-paged-kv/ref.c"),
         *r = renamed(ref);
    json_t *d =
        compared(json_pack("[o, o, o, o, o]", document("skeleton", "given", s), document("reference", "given", ref),
                           document("a", "class", s), document("b", "class", s), document("c", "class", r)));
    cr_expect_eq(json_array_size(json_object_get(d, "pairs")), 0);
    cr_expect_gt(value(json_object_get(d, "subtracted"), "given"), 20);
    json_decref(d);
    free(s);
    free(ref);
    free(r);
}

/* The reference lies on every student's disk: who hands it in, under other names, too, is told apart from an untouched
 * skeleton and from a solution of one's own. */
Test(similar, a_copy_of_the_reference_is_named)
{
    char *s = source("labs/w03-txmath/skeleton/txmath.c"), *ref = source("kernels/w03-txmath/ref.c"),
         *own = source("kernels/w03-txmath/naive.c"), *r = renamed(ref);
    json_t *d =
        compared(json_pack("[o, o, o, o, o, o]", document("skeleton", "given", s), document("reference", "reference", ref),
                           document("untouched", "class", s), document("copied", "class", ref),
                           document("renamed", "class", r), document("own", "class", own)));
    const json_t *copies = json_object_get(d, "copies");
    cr_assert_eq(json_array_size(copies), 2);
    for (size_t k = 0; k < 2; k++) {
        cr_expect(!strcmp(util_str(json_array_get(copies, k), "who", ""), k ? "renamed" : "copied"));
        cr_expect_gt(value(json_array_get(copies, k), "share"), 0.95);
    }
    cr_expect_eq(json_array_size(json_object_get(d, "pairs")), 0, "what both have of the reference is no pair");
    json_decref(d);
    free(s);
    free(ref);
    free(own);
    free(r);
}

Test(similar, what_most_of_the_class_has_accuses_nobody)
{
    char *idiom = source("kernels/w03-txmath/naive.c"), *rare = source("kernels/w04-flash-tiles/ref.c"), who[8];
    unsigned seed = 3;
    json_t *list = json_array();
    for (int k = 0; k < 12; k++) {
        struct text t = { 0 };
        if (k < 7)
            text_addf(&t, "%s\n", idiom);
        if (k == 3 || k == 9)
            text_addf(&t, "%s\n", rare);
        add_noise(&t, &seed, 400);
        snprintf(who, sizeof who, "s%d", k);
        json_array_append_new(list, document(who, "class", t.s));
        text_finish(&t);
    }
    json_t *d = compared(list);
    cr_expect_eq(json_array_size(json_object_get(d, "pairs")), 1);
    cr_expect(pair_of(d, "s3", "s9"));
    json_decref(d);
    free(idiom);
    free(rare);
}

Test(similar, the_archive_is_compared_with_the_class_and_not_with_itself)
{
    char *s = source("kernels/w03-txmath/ref.c"), *r = renamed(s);
    json_t *d = compared(json_pack("[o, o, o]", document("old1", "archive", s), document("old2", "archive", s),
                                   document("new", "class", r)));
    cr_expect_eq(json_array_size(json_object_get(d, "pairs")), 2);
    const json_t *p = json_array_get(json_object_get(d, "pairs"), 0);
    cr_expect_str_eq(util_str(p, "a", ""), "new");
    cr_expect(json_is_true(json_object_get(p, "archive")));
    cr_expect_gt(value(p, "share_a"), 0.9);
    json_decref(d);
    free(s);
    free(r);
}

Test(similar, regions_name_the_lines_that_match)
{
    static const char copied[] =
        "static int sum(const int *v, int n)\n{\n    int s = 0;\n    for (int k = 0; k < n; k++)\n"
        "        s += v[k] * v[k] - 3;\n    return s / n;\n}\n";
    char *r = renamed(copied), *a = util_path("int x;\nint y;\n\n%s", copied),
         *b = util_path("%s\nint z = (4);\n", r);
    json_t *d = compared(json_pack("[o, o]", document("a", "class", a), document("b", "class", b)));
    const json_t *list = json_object_get(pair_of(d, "a", "b"), "regions"), *one = json_array_get(list, 0);
    cr_assert_eq(json_array_size(list), 1);
    cr_expect_leq(value(json_object_get(one, "a"), "from"), 4);
    cr_expect_geq(value(json_object_get(one, "a"), "to"), 9);
    cr_expect_eq(value(json_object_get(one, "b"), "from"), 1);
    cr_expect_gt(value(one, "tokens"), 40);
    json_decref(d);
    free(r);
    free(a);
    free(b);
}

/* ---- clusters -------------------------------------------------------------------------------------------- */

static json_t *compared_from(json_t *documents, int limit, int threshold)
{
    json_t *question =
        json_pack("{s:o, s:i, s:i}", "documents", documents, "limit", limit, "threshold", threshold);
    json_t *answer = similar_ask(question);
    json_decref(question);
    cr_assert(answer);
    return answer;
}

static const json_t *cluster_at(const json_t *answer, size_t k)
{
    return json_array_get(json_object_get(answer, "clusters"), k);
}

static const char *member(const json_t *cluster, size_t k)
{
    return util_str(json_array_get(json_object_get(cluster, "members"), k), "who", "");
}

/* Five copies of one source, two of another, and one alone. */
static json_t *two_rings(void)
{
    char *a = source("kernels/w03-txmath/ref.c"), *b = source("kernels/w04-flash-tiles/opt.c"),
         *own = source("kernels/w06-paged-kv/ref.c"), *r = renamed(a), *v = reversed(a), *rv = reversed(r);
    json_t *list = json_pack("[o, o, o, o, o, o, o, o]", document("c1", "class", a), document("d1", "class", b),
                             document("c2", "class", r), document("c3", "class", v), document("own", "class", own),
                             document("c4", "class", rv), document("d2", "class", b), document("c5", "class", a));
    free(a);
    free(b);
    free(own);
    free(r);
    free(v);
    free(rv);
    return list;
}

Test(similar, five_copies_are_one_cluster)
{
    json_t *d = compared_from(two_rings(), 10, 0);
    cr_expect_eq(value(d, "threshold"), SIMILAR_COPY);
    cr_assert_eq(json_array_size(json_object_get(d, "clusters")), 2);
    for (size_t k = 0; k < 2; k++) {
        const json_t *c = cluster_at(d, k), *pairs = json_object_get(c, "pairs"), *p;
        size_t n = json_array_size(json_object_get(c, "members")), q;
        cr_expect_eq(n, *member(c, 0) == 'c' ? 5 : 2);
        cr_expect_eq(value(c, "links"), n * (n - 1) / 2);
        cr_expect_leq(value(c, "least"), value(c, "most"));
        cr_expect_gt(value(c, "least"), 0.8);
        cr_expect_eq(json_array_size(pairs), n - 1, "one pair fewer holds them together");
        json_array_foreach(pairs, q, p)
            cr_expect_gt(json_array_size(json_object_get(p, "regions")), 0);
        for (q = 0; q < n; q++)
            cr_expect_eq(*member(c, q), *member(c, 0), "no cluster mixes the two");
    }
    cr_expect_eq(value(d, "found"), 11 + value(d, "below"));
    cr_expect_lt(value(d, "below_most"), 0.5);
    json_decref(d);
}

Test(similar, a_cluster_hangs_together_by_pairs_of_the_threshold_alone)
{
    json_t *all = compared_from(two_rings(), 10, 1), *none = compared_from(two_rings(), 10, 100);
    size_t k;
    const json_t *c;
    cr_expect_leq(value(all, "below_most"), 0.01);
    json_array_foreach(json_object_get(none, "clusters"), k, c)
        cr_expect_eq(value(c, "least"), 1);
    cr_expect_gt(value(none, "below"), value(all, "below"));
    json_decref(all);
    json_decref(none);
}

/* a shares one half with b, and b the other with c: one cluster of two links, where a and c have nothing in common. */
Test(similar, who_hangs_together_over_another_is_told_by_the_links)
{
    unsigned seed = 17;
    struct text x = { 0 }, y = { 0 }, b = { 0 };
    add_noise(&x, &seed, 600);
    add_noise(&y, &seed, 600);
    text_addf(&b, "%s\n%s", x.s, y.s);
    json_t *d = compared_from(json_pack("[o, o, o]", document("a", "class", x.s), document("b", "class", b.s),
                                        document("c", "archive", y.s)), 10, 90);
    const json_t *one = cluster_at(d, 0);
    cr_assert_eq(json_array_size(json_object_get(d, "clusters")), 1);
    cr_expect_eq(json_array_size(json_object_get(one, "members")), 3);
    cr_expect_eq(value(one, "links"), 2);
    cr_expect(json_is_true(json_object_get(json_array_get(json_object_get(one, "members"), 2), "archive")));
    json_decref(d);
    text_finish(&x);
    text_finish(&y);
    text_finish(&b);
}

/* The limit is one of what is shown, and changes nothing of who is found. */
Test(similar, clusters_beyond_the_limit_have_no_pairs)
{
    json_t *d = compared_from(two_rings(), 1, 0), *bare = compared_from(two_rings(), 0, 0);
    cr_expect_eq(json_array_size(json_object_get(d, "clusters")), 2);
    cr_expect_gt(json_array_size(json_object_get(cluster_at(d, 0), "pairs")), 0);
    cr_expect_eq(json_array_size(json_object_get(cluster_at(d, 1), "pairs")), 0);
    cr_expect_eq(json_array_size(json_object_get(bare, "clusters")), 2);
    cr_expect_eq(json_array_size(json_object_get(cluster_at(bare, 0), "pairs")), 0);
    json_decref(d);
    json_decref(bare);
}

/* ---- hostile -------------------------------------------------------------------------------------------- */

Test(similar, any_bytes_are_read_to_their_end)
{
    unsigned seed = 5;
    char s[4096];
    for (int round = 0; round < 500; round++) {
        size_t n = (size_t)rand_r(&seed) % sizeof s;
        for (size_t k = 0; k < n; k++)
            s[k] = round % 2 ? (char)rand_r(&seed) : "\"'/*\\\n#R(<>{} a0.e+"[rand_r(&seed) % 20];
        cr_assert_leq(similar_lex(s, n, 0, token[0], 20000), n);
    }
}

Test(similar, a_question_of_another_form_gets_no_answer)
{
    static const char *const rows[] = { "{}", "[]", "{\"documents\": 3}", "{\"documents\": [{\"who\": \"a\"}]}",
                                        "{\"documents\": [{\"who\": \"a\", \"role\": \"other\"}]}" };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        json_t *q = json_loads(rows[k], 0, NULL);
        cr_expect_null(similar_ask(q), "%s", rows[k]);
        json_decref(q);
    }
}

Test(similar, the_page_marks_what_matches_and_lets_nothing_through)
{
    static const char evil[] =
        "int sum(int *v, int n)\n{\n    int s = 0; /* <script>alert(1)</script> \x1b[2J & \xe2\x80\xae */\n"
        "    for (int k = 0; k < n; k++) s += v[k] * v[k] - 3;\n    return s;\n}\n";
    json_t *q = json_pack("{s:[o, o], s:i}", "documents", document("<b>eve", "class", evil),
                          document("mal", "class", evil), "limit", 10);
    json_t *d = similar_ask(q);
    struct text page = { 0 };
    similar_html("A & B", d, q, &page);
    cr_expect(strstr(page.s, "class=\"r0\""));
    cr_expect(strstr(page.s, "&lt;script&gt;"));
    cr_expect(strstr(page.s, "&lt;b&gt;eve"));
    cr_expect(strstr(page.s, "<title>A &amp; B</title>"));
    cr_expect_null(strstr(page.s, "<script"));
    cr_expect_null(strchr(page.s, 27));
    cr_expect_null(strstr(page.s, "\xe2\x80\xae"));
    json_decref(d);
    json_decref(q);
    text_finish(&page);
}
