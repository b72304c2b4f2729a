/* similar.c: documents to fingerprints, fingerprints to pairs, pairs to the places that match. */
#include "similar.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/util.h"

enum { MAX_FILES = 256, CHOICES = 8 /* places of one fingerprint that are tried */ };

struct print {
    uint64_t hash;
    uint32_t doc, at; /* at: the first of its tokens */
    bool spent;       /* given out, or everybody's */
};

struct doc {
    char *who;
    enum similar_role role;
    struct similar_token *token;
    size_t n, seen; /* tokens kept, and read */
    char *file[MAX_FILES];
    size_t nfiles;
    size_t first, nprints; /* the document's part of similar.by_doc */
    size_t distinct, own, given, reference;
};

/* Hashes, sorted once all are there. */
struct hashes {
    uint64_t *list;
    size_t n, room;
};

struct similar {
    struct doc *doc;
    size_t n, room, count[4]; /* documents of each role */
    struct print *by_doc;     /* by document, hash and place */
    struct print *by_hash;    /* by hash, document and place */
    size_t nprints, prints_room;
    struct hashes given, reference; /* every hash of the skeleton, and of the reference */
    size_t spent_given, spent_common;
};

struct pair {
    uint32_t a, b, common;
    double share_a, share_b, rank;
};

static void *grown(void *p, size_t n, size_t *room, size_t each)
{
    if (n < *room)
        return p;
    *room = *room ? *room * 2 : 64;
    p = realloc(p, *room * each);
    if (!p)
        abort();
    return p;
}

static void *fresh(size_t n, size_t each)
{
    void *p = calloc(n ? n : 1, each);
    if (!p)
        abort();
    return p;
}

struct similar *similar_new(void)
{
    return fresh(1, sizeof(struct similar));
}

void similar_free(struct similar *s)
{
    if (!s)
        return;
    for (size_t k = 0; k < s->n; k++) {
        for (size_t f = 0; f < s->doc[k].nfiles; f++)
            free(s->doc[k].file[f]);
        free(s->doc[k].who);
        free(s->doc[k].token);
    }
    free(s->doc);
    free(s->by_doc);
    free(s->by_hash);
    free(s->given.list);
    free(s->reference.list);
    free(s);
}

int similar_begin(struct similar *s, enum similar_role role, const char *who)
{
    if (s->n == SIMILAR_MAX_DOCUMENTS)
        return -1;
    s->doc = grown(s->doc, s->n, &s->room, sizeof *s->doc);
    s->doc[s->n++] = (struct doc){ .who = util_path("%s", who), .role = role };
    s->count[role]++;
    return 0;
}

void similar_file(struct similar *s, const char *name, const char *text, size_t n)
{
    struct doc *d = &s->doc[s->n - 1];
    if (d->nfiles == MAX_FILES)
        return;
    uint16_t file = (uint16_t)d->nfiles;
    d->file[d->nfiles++] = util_path("%s", name);
    size_t had = similar_lex(text, n, file, NULL, 0), room = SIMILAR_MAX_TOKENS - d->n;
    d->seen += had;
    if (!room)
        return;
    had = had < room - 1 ? had : room - 1; /* one for the break */
    d->token = realloc(d->token, (d->n + had + 1) * sizeof *d->token);
    if (!d->token)
        abort();
    d->token[d->n++] = (struct similar_token){ SIMILAR_BREAK, file, 1 };
    similar_lex(text, n, file, d->token + d->n, had);
    d->n += had;
}

/* ---- fingerprints --------------------------------------------------------------------------------------- */

/* Neighbouring grams must not have neighbouring hashes: the least of a window would always be at its edge. */
static uint64_t mixed(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

/* Hashes of the grams that begin at each token, in `hash`; UINT64_MAX where a gram spans two files. Returns how
 * many. */
static size_t hash_grams(const struct doc *d, uint64_t *hash)
{
    size_t n = d->n < SIMILAR_K ? 0 : d->n - SIMILAR_K + 1;
    for (size_t k = 0; k < n; k++) {
        uint64_t h = 0;
        bool broken = false;
        for (size_t q = k; q < k + SIMILAR_K; q++) {
            broken |= d->token[q].code == SIMILAR_BREAK;
            h = h * 0x100000001b3ULL + d->token[q].code;
        }
        hash[k] = broken ? UINT64_MAX : mixed(h);
    }
    return n;
}

static void keep_print(struct similar *s, uint32_t doc, uint64_t hash, size_t at)
{
    s->by_doc = grown(s->by_doc, s->nprints, &s->prints_room, sizeof *s->by_doc);
    s->by_doc[s->nprints++] = (struct print){ .hash = hash, .doc = doc, .at = (uint32_t)at };
}

/* Of every window the least, the rightmost of equals; the one before stays for as long as it is among them. */
static void winnow(struct similar *s, uint32_t doc, const uint64_t *hash, size_t n)
{
    size_t last = SIZE_MAX, windows = n > SIMILAR_WINDOW ? n - SIMILAR_WINDOW + 1 : n > 0;
    for (size_t k = 0; k < windows; k++) {
        size_t end = k + SIMILAR_WINDOW < n ? k + SIMILAR_WINDOW : n, least = k;
        for (size_t q = k; q < end; q++)
            if (hash[q] <= hash[least])
                least = q;
        if (last != SIZE_MAX && last >= k && hash[last] == hash[least])
            least = last;
        if (least != last && hash[least] != UINT64_MAX)
            keep_print(s, doc, hash[least], least);
        last = least;
    }
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int compare_prints(const struct print *x, const struct print *y, bool hash_first)
{
    if (!hash_first && x->doc != y->doc)
        return x->doc < y->doc ? -1 : 1;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    if (x->doc != y->doc)
        return x->doc < y->doc ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static int by_document(const void *a, const void *b)
{
    return compare_prints(a, b, false);
}

static int by_hash(const void *a, const void *b)
{
    return compare_prints(a, b, true);
}

/* All grams of what was given out: a submission may keep one of them that the original's windows pass over. */
static void keep_given(struct hashes *to, const uint64_t *hash, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        to->list = grown(to->list, to->n, &to->room, sizeof *to->list);
        to->list[to->n++] = hash[k];
    }
}

static void sort_hashes(struct hashes *h)
{
    if (h->n)
        qsort(h->list, h->n, sizeof *h->list, by_number);
}

static bool among(const struct hashes *h, uint64_t hash)
{
    return h->n && bsearch(&hash, h->list, h->n, sizeof hash, by_number);
}

static bool is_given(const struct doc *d)
{
    return d->role == SIMILAR_GIVEN || d->role == SIMILAR_REFERENCE;
}

static void take_prints(struct similar *s)
{
    uint64_t *hash = fresh(SIMILAR_MAX_TOKENS, sizeof *hash);
    for (size_t k = 0; k < s->n; k++) {
        size_t n = hash_grams(&s->doc[k], hash);
        if (is_given(&s->doc[k]))
            keep_given(s->doc[k].role == SIMILAR_GIVEN ? &s->given : &s->reference, hash, n);
        else
            winnow(s, (uint32_t)k, hash, n);
    }
    free(hash);
    sort_hashes(&s->given);
    sort_hashes(&s->reference);
}

/* ---- what says nothing ---------------------------------------------------------------------------------- */

struct group {                 /* prints of one hash */
    size_t from, end, docs[4]; /* docs: how many of each role have it */
};

static bool next_group(const struct similar *s, struct group *g)
{
    *g = (struct group){ .from = g->end, .end = g->end };
    if (g->from == s->nprints)
        return false;
    while (g->end < s->nprints && s->by_hash[g->end].hash == s->by_hash[g->from].hash) {
        const struct print *p = &s->by_hash[g->end];
        g->docs[s->doc[p->doc].role] += g->end == g->from || p[-1].doc != p->doc;
        g->end++;
    }
    return true;
}

static bool everybodys(const struct similar *s, const struct group *g)
{
    for (int role = SIMILAR_CLASS; role <= SIMILAR_ARCHIVE; role++)
        if (s->count[role] >= SIMILAR_CROWD && g->docs[role] * 2 > s->count[role])
            return true;
    return false;
}

/* Counts each document's fingerprints, and marks those that are to count for nothing. */
static void spend(struct similar *s)
{
    for (struct group g = { 0 }; next_group(s, &g);) {
        uint64_t hash = s->by_hash[g.from].hash;
        bool given = among(&s->given, hash), reference = !given && among(&s->reference, hash);
        bool common = !given && !reference && everybodys(s, &g);
        s->spent_given += (given || reference) && g.docs[SIMILAR_CLASS];
        s->spent_common += common && g.docs[SIMILAR_CLASS];
        for (size_t k = g.from; k < g.end; k++) {
            struct print *p = &s->by_hash[k];
            p->spent = given || reference || common;
            if (k > g.from && p[-1].doc == p->doc)
                continue;
            s->doc[p->doc].distinct++;
            s->doc[p->doc].given += given;
            s->doc[p->doc].reference += reference;
            s->doc[p->doc].own += !p->spent;
        }
    }
}

static void sort_prints(struct similar *s)
{
    size_t bytes = s->nprints * sizeof *s->by_hash;
    s->by_hash = fresh(s->nprints, sizeof *s->by_hash);
    if (!s->nprints)
        return;
    memcpy(s->by_hash, s->by_doc, bytes);
    qsort(s->by_hash, s->nprints, sizeof *s->by_hash, by_hash);
    spend(s);
    memcpy(s->by_doc, s->by_hash, bytes);
    qsort(s->by_doc, s->nprints, sizeof *s->by_doc, by_document);
    for (size_t k = s->nprints; k-- > 0;) {
        s->doc[s->by_doc[k].doc].first = k;
        s->doc[s->by_doc[k].doc].nprints++;
    }
}

/* ---- pairs ---------------------------------------------------------------------------------------------- */

/* One more for each two documents of a group, one of them of the class. */
static void count_group(const struct similar *s, const struct group *g, uint32_t *common, uint32_t *docs)
{
    size_t n = 0;
    for (size_t k = g->from; k < g->end; k++)
        if (k == g->from || s->by_hash[k - 1].doc != s->by_hash[k].doc)
            docs[n++] = s->by_hash[k].doc;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++)
            common[(size_t)docs[a] * s->n + docs[b]]++;
}

static double share(size_t common, size_t own, size_t floor)
{
    return (double)common / (double)(own > floor ? own : floor);
}

static struct pair make_pair(const struct similar *s, size_t a, size_t b, uint32_t common)
{
    struct pair p = { (uint32_t)a, (uint32_t)b, common, 0, 0, 0 };
    if (s->doc[a].role == SIMILAR_ARCHIVE) {
        p.a = (uint32_t)b;
        p.b = (uint32_t)a;
    }
    size_t x = s->doc[p.a].own, y = s->doc[p.b].own;
    p.share_a = share(common, x, 1);
    p.share_b = share(common, y, 1);
    p.rank = share(common, x < y ? x : y, SIMILAR_FLOOR);
    return p;
}

static int by_rank(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    if (x->common != y->common)
        return x->common > y->common ? -1 : 1;
    return x->a != y->a ? (x->a < y->a ? -1 : 1) : (x->b > y->b) - (x->b < y->b);
}

/* Every pair that has something in common, best first; yours to free. */
static struct pair *find_pairs(const struct similar *s, size_t *ret_n)
{
    uint32_t *common = fresh(s->n * s->n, sizeof *common), *docs = fresh(s->n, sizeof *docs);
    struct pair *pair = NULL;
    size_t n = 0, room = 0;
    for (struct group g = { 0 }; next_group(s, &g);)
        if (!s->by_hash[g.from].spent)
            count_group(s, &g, common, docs);
    for (size_t a = 0; a < s->n; a++)
        for (size_t b = a + 1; b < s->n; b++) {
            if (!common[a * s->n + b] || (s->doc[a].role != SIMILAR_CLASS && s->doc[b].role != SIMILAR_CLASS))
                continue;
            pair = grown(pair, n, &room, sizeof *pair);
            pair[n++] = make_pair(s, a, b, common[a * s->n + b]);
        }
    if (n)
        qsort(pair, n, sizeof *pair, by_rank);
    free(common);
    free(docs);
    *ret_n = n;
    return pair;
}

/* ---- places --------------------------------------------------------------------------------------------- */

struct region {
    size_t a, b, n; /* tokens */
};

static bool same(const struct doc *a, size_t i, const struct doc *b, size_t j)
{
    return a->token[i].code == b->token[j].code && a->token[i].code != SIMILAR_BREAK;
}

/* The longest stretch of equal tokens around i and j. */
static struct region extend(const struct doc *a, size_t i, const struct doc *b, size_t j)
{
    struct region r = { i, j, 0 };
    while (r.a && r.b && same(a, r.a - 1, b, r.b - 1)) {
        r.a--;
        r.b--;
    }
    while (r.a + r.n < a->n && r.b + r.n < b->n && same(a, r.a + r.n, b, r.b + r.n))
        r.n++;
    return r;
}

/* The longest of the stretches that fingerprint p of a has in b; n 0: none. */
static struct region longest(const struct similar *s, const struct doc *a, const struct print *p,
                             const struct doc *b)
{
    const struct print *list = s->by_doc + b->first;
    size_t low = 0, high = b->nprints;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (list[mid].hash < p->hash)
            low = mid + 1;
        else
            high = mid;
    }
    struct region best = { 0 };
    for (size_t k = low; k < b->nprints && k < low + CHOICES && list[k].hash == p->hash; k++) {
        struct region r = extend(a, p->at, b, list[k].at);
        if (r.n > best.n)
            best = r;
    }
    return best;
}

static int by_place(const void *a, const void *b)
{
    const struct print *x = *(const struct print *const *)a, *y = *(const struct print *const *)b;
    return (x->at > y->at) - (x->at < y->at);
}

static json_t *place(const struct doc *d, size_t from, size_t n)
{
    const struct similar_token *t = &d->token[from];
    return json_pack("{s:s, s:I, s:I}", "file", d->file[t->file], "from", (json_int_t)t->line, "to",
                     (json_int_t)t[n - 1].line);
}

static json_t *regions(const struct similar *s, const struct pair *p)
{
    const struct doc *a = &s->doc[p->a], *b = &s->doc[p->b];
    const struct print **own = fresh(a->nprints, sizeof *own);
    size_t n = 0, past = 0;
    json_t *list = json_array();
    for (size_t k = a->first; k < a->first + a->nprints; k++)
        if (!s->by_doc[k].spent)
            own[n++] = &s->by_doc[k];
    qsort(own, n, sizeof *own, by_place);
    for (size_t k = 0; k < n && json_array_size(list) < SIMILAR_MAX_REGIONS; k++) {
        if (own[k]->at + SIMILAR_K <= past)
            continue;
        struct region r = longest(s, a, own[k], b);
        if (!r.n)
            continue;
        past = r.a + r.n;
        json_array_append_new(list, json_pack("{s:I, s:o, s:o}", "tokens", (json_int_t)r.n, "a", place(a, r.a, r.n),
                                              "b", place(b, r.b, r.n)));
    }
    free(own);
    return list;
}

/* ---- the document --------------------------------------------------------------------------------------- */

static json_t *describe(const struct doc *d)
{
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:b}", "who", d->who, "role",
                     d->role == SIMILAR_CLASS ? "class" : "archive", "tokens", (json_int_t)d->seen, "fingerprints",
                     (json_int_t)d->distinct, "own", (json_int_t)d->own, "given", (json_int_t)d->given,
                     "reference", (json_int_t)d->reference, "cut",
                     d->seen > SIMILAR_MAX_TOKENS);
}

static json_t *describe_pair(const struct similar *s, const struct pair *p)
{
    return json_pack("{s:s, s:s, s:b, s:I, s:f, s:f, s:f, s:o}", "a", s->doc[p->a].who, "b", s->doc[p->b].who,
                     "archive", s->doc[p->b].role == SIMILAR_ARCHIVE, "common", (json_int_t)p->common, "share_a",
                     p->share_a, "share_b", p->share_b, "rank", p->rank, "regions", regions(s, p));
}

static int by_share(const void *a, const void *b)
{
    double x = json_number_value(json_object_get(*(json_t *const *)a, "share"));
    double y = json_number_value(json_object_get(*(json_t *const *)b, "share"));
    return (x < y) - (x > y);
}

/* The submissions of the class whose own work is the reference's. */
static json_t *copies(const struct similar *s)
{
    json_t **found = fresh(s->n, sizeof *found), *list = json_array();
    size_t n = 0;
    for (size_t k = 0; k < s->n; k++) {
        const struct doc *d = &s->doc[k];
        double of = share(d->reference, d->distinct - d->given, SIMILAR_FLOOR);
        if (d->role == SIMILAR_CLASS && of * 100 >= SIMILAR_COPY)
            found[n++] = json_pack("{s:s, s:f}", "who", d->who, "share",
                                   share(d->reference, d->distinct - d->given, 1));
    }
    qsort(found, n, sizeof *found, by_share);
    for (size_t k = 0; k < n; k++)
        json_array_append_new(list, found[k]);
    free(found);
    return list;
}

/* ---- clusters ------------------------------------------------------------------------------------------- */

struct cluster {
    size_t members, links;
    double least, most;
    json_t *who, *pairs;
};

/* Documents in sets: the same root, the same set. */
static uint32_t root_of(uint32_t *up, uint32_t doc)
{
    while (up[doc] != doc)
        doc = up[doc] = up[up[doc]];
    return doc;
}

static bool reaches(const struct pair *p, int threshold)
{
    return p->rank * 100 >= threshold - 1e-9;
}

/* Of pairs by falling rank those that join two sets, in joins[]: the strongest that hold each cluster together. Returns
 * how many of the pairs reach the threshold; they come first. */
static size_t join(const struct pair *pair, size_t n, int threshold, uint32_t *up, bool *joins)
{
    size_t k = 0;
    for (; k < n && reaches(&pair[k], threshold); k++) {
        uint32_t a = root_of(up, pair[k].a), b = root_of(up, pair[k].b);
        joins[k] = a != b;
        up[a] = b;
    }
    return k;
}

static struct cluster *cluster_of(struct cluster *list, size_t *n, uint32_t *number, uint32_t root)
{
    if (!number[root]) {
        list[*n] = (struct cluster){ .who = json_array(), .pairs = json_array() };
        number[root] = (uint32_t)++*n;
    }
    return &list[number[root] - 1];
}

static json_t *clusters(const struct similar *s, const struct pair *pair, size_t n, size_t limit, int threshold,
                        size_t *ret_reach)
{
    uint32_t *up = fresh(s->n, sizeof *up), *number = fresh(s->n, sizeof *number);
    bool *joins = fresh(n, sizeof *joins);
    struct cluster *list = fresh(s->n, sizeof *list);
    size_t nlist = 0, sides = 0;
    json_t *ret = json_array();
    for (size_t k = 0; k < s->n; k++)
        up[k] = (uint32_t)k;
    size_t reach = *ret_reach = join(pair, n, threshold, up, joins);
    for (size_t k = 0; k < reach; k++) {
        struct cluster *c = cluster_of(list, &nlist, number, root_of(up, pair[k].a));
        c->most = c->links++ ? c->most : pair[k].rank;
        c->least = pair[k].rank;
        if (joins[k] && c < list + limit && sides++ < SIMILAR_MAX_SIDES)
            json_array_append_new(c->pairs, describe_pair(s, &pair[k]));
    }
    for (size_t k = 0; k < s->n; k++)
        if (number[root_of(up, (uint32_t)k)])
            json_array_append_new(list[number[root_of(up, (uint32_t)k)] - 1].who,
                                  json_pack("{s:s, s:b}", "who", s->doc[k].who, "archive",
                                            s->doc[k].role == SIMILAR_ARCHIVE));
    for (size_t k = 0; k < nlist; k++)
        json_array_append_new(ret, json_pack("{s:o, s:I, s:f, s:f, s:o}", "members", list[k].who, "links",
                                             (json_int_t)list[k].links, "least", list[k].least, "most", list[k].most,
                                             "pairs", list[k].pairs));
    free(up);
    free(number);
    free(joins);
    free(list);
    return ret;
}

json_t *similar_compare(struct similar *s, size_t limit, int threshold)
{
    take_prints(s);
    sort_prints(s);
    size_t npairs = 0;
    struct pair *pair = find_pairs(s, &npairs);
    json_t *documents = json_array(), *pairs = json_array();
    for (size_t k = 0; k < s->n; k++)
        if (!is_given(&s->doc[k]))
            json_array_append_new(documents, describe(&s->doc[k]));
    for (size_t k = 0; k < npairs && k < limit; k++)
        json_array_append_new(pairs, describe_pair(s, &pair[k]));
    size_t reach;
    threshold = threshold > 0 ? threshold : SIMILAR_COPY;
    json_t *together = clusters(s, pair, npairs, limit, threshold, &reach);
    double below = reach < npairs ? pair[reach].rank : 0;
    free(pair);
    return json_pack("{s:s, s:i, s:i, s:{s:I, s:I}, s:o, s:o, s:I, s:i, s:I, s:f, s:o, s:o}", "schema",
                     "ridge.similar/1", "k", SIMILAR_K, "window", SIMILAR_WINDOW, "subtracted", "given",
                     (json_int_t)s->spent_given, "common", (json_int_t)s->spent_common, "documents", documents,
                     "pairs", pairs, "found", (json_int_t)npairs, "threshold", threshold, "below",
                     (json_int_t)(npairs - reach), "below_most", below, "clusters", together, "copies", copies(s));
}

static int role_of(const char *name)
{
    static const char *const names[] = { "class", "archive", "given", "reference" };
    for (int k = 0; k < 4; k++)
        if (!strcmp(name, names[k]))
            return k;
    return -1;
}

json_t *similar_ask(const json_t *question)
{
    const json_t *documents = json_object_get(question, "documents"), *d, *f;
    struct similar *s = similar_new();
    size_t k, q;
    bool ok = json_is_array(documents);
    json_array_foreach(documents, k, d) {
        int role = role_of(util_str(d, "role", ""));
        ok = ok && role >= 0 && !similar_begin(s, (enum similar_role)role, util_str(d, "who", ""));
        if (!ok)
            break;
        json_array_foreach(json_object_get(d, "files"), q, f) {
            const json_t *text = json_object_get(f, "text");
            similar_file(s, util_str(f, "name", ""), json_string_value(text) ? json_string_value(text) : "",
                         json_string_length(text));
        }
    }
    json_t *answer = ok ? similar_compare(s, (size_t)json_integer_value(json_object_get(question, "limit")),
                                          (int)json_integer_value(json_object_get(question, "threshold")))
                        : NULL;
    similar_free(s);
    return answer;
}
