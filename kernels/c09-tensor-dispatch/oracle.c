/*
 * The judge of c09-tensor-dispatch. Elements are found by their indices, one by one; dispatches are played by asking all
 * keys in turn; gradients are pulled by each node from those which used it. Steps on tensors: scripts.h.
 */
#include "scripts.h"

/* ------------------------------------------------------------------------------------------------- elements */

enum { GEO = 10, HEAD = 8 };
enum { MIXED, ROWVECTOR, TURNED };

static int64_t elements(int dim, const int64_t *size)
{
    int64_t n = 1;
    for (int d = 0; d < dim; d++)
        n *= size[d];
    return n;
}

/* The value of a geometry at indices of a shape of `dim` dimensions that it broadcasts to. */
static float value_at(const float *x, const int64_t *g, int dim, const int64_t *index)
{
    int64_t at = g[9];
    for (int d = 0; d < g[0]; d++)
        at += g[1 + d] == 1 ? 0 : index[dim - g[0] + d] * g[5 + d];
    return x[at];
}

static int goes(int dim, const int64_t *size, const int64_t *g)
{
    for (int64_t d = 0; d < g[0]; d++)
        if (dim < g[0] || (g[1 + d] != 1 && g[1 + d] != size[dim - g[0] + d]))
            return 0;
    return 1;
}

static int64_t side(const int64_t *g, int dim, int d)
{
    return d < dim - g[0] ? 1 : g[1 + d - dim + g[0]];
}

static void indices(int64_t k, int dim, const int64_t *size, int64_t *index)
{
    for (int d = dim - 1; d >= 0; d--) {
        index[d] = k % size[d];
        k /= size[d];
    }
}

static int head_is(struct ridge_verdict *v, int64_t row, const int64_t *head, int rc, int dim, const int64_t *size)
{
    if (head[0] != rc)
        return wrong(v, "row %lld: returns %lld, expected %d", (long long)row, (long long)head[0], rc);
    if (rc != OK)
        return 1;
    if (head[1] != dim)
        return wrong(v, "row %lld: %lld dimensions, expected %d", (long long)row, (long long)head[1], dim);
    for (int d = 0; d < dim; d++)
        if (head[2 + d] != size[d])
            return wrong(v, "row %lld: size[%d] is %lld, expected %lld", (long long)row, d, (long long)head[2 + d],
                         (long long)size[d]);
    return 1;
}

static int elements_are(struct ridge_verdict *v, int64_t row, const float *got, const float *want, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        if (got[k] != want[k])
            return wrong(v, "row %lld: element %lld is %g, expected %g", (long long)row, (long long)k, (double)got[k],
                         (double)want[k]);
    return 1;
}

static int check_add(struct ridge_verdict *v, int64_t row, const float *a, const float *b, const int64_t *g,
                     const float *got, const int64_t *head, double *extra)
{
    int64_t size[DIMS], index[DIMS];
    int dim = (int)(g[0] > g[GEO] ? g[0] : g[GEO]), ok;
    for (int d = 0; d < dim; d++)
        size[d] = side(g, dim, d) == 1 ? side(g + GEO, dim, d) : side(g, dim, d);
    ok = goes(dim, size, g) && goes(dim, size, g + GEO);
    if (!head_is(v, row, head, ok ? OK : BAD, dim, size))
        return 0;
    int64_t n = ok ? elements(dim, size) : 0;
    for (int64_t k = 0; k < n; k++) {
        indices(k, dim, size, index);
        float want = value_at(a, g, dim, index) + value_at(b, g + GEO, dim, index);
        if (got[k] != want)
            return wrong(v, "row %lld: element %lld is %g, expected %g", (long long)row, (long long)k, (double)got[k],
                         (double)want);
    }
    *extra = fmax(*extra, (double)(head[7] - 4 * n));
    return 1;
}

static int check_sum(struct ridge_verdict *v, int64_t row, const float *a, const int64_t *g, const float *got,
                     const int64_t *head, double *most)
{
    const int64_t *to = g + GEO;
    double *sum;
    float *want;
    int64_t index[DIMS], n = elements((int)to[0], to + 1), all = elements((int)g[0], g + 1);
    int ok = goes((int)g[0], g + 1, to);
    if (!head_is(v, row, head, ok ? OK : BAD, (int)to[0], to + 1))
        return 0;
    if (!ok)
        return 1;
    sum = calloc((size_t)n + 1, sizeof *sum), want = calloc((size_t)n + 1, sizeof *want);
    for (int64_t k = 0; k < all; k++) {
        int64_t at = 0;
        indices(k, (int)g[0], g + 1, index);
        for (int64_t d = 0; d < to[0]; d++)
            at = at * to[1 + d] + (to[1 + d] == 1 ? 0 : index[g[0] - to[0] + d]);
        sum[at] += (double)value_at(a, g, (int)g[0], index);
    }
    for (int64_t k = 0; k < n; k++)
        want[k] = (float)sum[k];
    ok = elements_are(v, row, got, want, n);
    free(sum), free(want);
    *most = fmax(*most, (double)(head[7] - 4 * n));
    return ok;
}

static int judge(const struct ridge_case *c, struct ridge_verdict *v, int sum)
{
    const float *a = ridge_data(c, "a"), *b = ridge_data(c, "b"), *got = ridge_data(c, "c");
    const int64_t *geo = ridge_data(c, "geo"), *head = ridge_data(c, "head");
    int64_t room = ridge_int(c, "room");
    double extra = 0;
    for (int64_t k = 0; k < ridge_int(c, "T"); k++) {
        int64_t at = k * room;
        const int64_t *g = geo + k * 2 * GEO, *h = head + k * HEAD;
        if (!(sum ? check_sum(v, k, a + at, g, got + at, h, &extra)
                  : check_add(v, k, a + at, b + at, g, got + at, h, &extra)))
            return 0;
    }
    ridge_count(v, "extra_bytes", extra);
    v->pass = 1;
    return 0;
}

int add_verify(const struct ridge_case *c, struct ridge_verdict *v) { return judge(c, v, 0); }
int sum_verify(const struct ridge_case *c, struct ridge_verdict *v) { return judge(c, v, 1); }

/* Whole numbers; with `fine`, large and small ones, of which sums in float lose the small. */
int values_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int fine = ridge_int(c, "fine") == 1;
    for (size_t k = 0; k < b->count; k++)
        ((float *)b->data)[k] = (float)(of(&s, 200) - 100) + (fine && of(&s, 4) == 0 ? 16777216 : 0);
    return 0;
}

/* Strides for these sizes, dimensions in a random order, some with gaps; what is left of 256 elements decides. */
static void lay_out(int64_t *g, uint64_t *s)
{
    int order[DIMS] = { 0, 1, 2, 3 };
    int64_t step = 1;
    for (int d = DIMS - 1; d > 0; d--) {
        int k = (int)of(s, d + 1), x = order[d];
        order[d] = order[k], order[k] = x;
    }
    g[9] = of(s, 5);
    for (int i = 0; i < DIMS; i++) {
        int d = of(s, 3) ? DIMS - 1 - i : order[i]; /* mostly as they come */
        if (g[5 + d] || d >= g[0])
            continue;
        g[5 + d] = step;
        step *= (g[1 + d] > 0 ? g[1 + d] : 1) + (of(s, 4) == 0);
    }
    for (int d = 0; d < g[0]; d++)
        if (!g[5 + d]) {
            g[5 + d] = step;
            step *= g[1 + d] > 0 ? g[1 + d] : 1;
        }
    for (int d = 0; d < g[0]; d++)
        if (of(s, 10) == 0 && g[1 + d] > 1)
            g[5 + d] = 0; /* as expand() makes it */
}

/* A part of a shape: some sizes become 1, some leading ones are left out. */
static void part_of(const int64_t *whole, int64_t *g, uint64_t *s)
{
    int64_t cut = of(s, 3) ? 0 : of(s, whole[0] + 1);
    g[0] = whole[0] - cut;
    for (int64_t d = 0; d < g[0]; d++)
        g[1 + d] = of(s, 3) ? whole[1 + d + cut] : 1;
}

static void draw_pair(int64_t *g, int sum, uint64_t *s)
{
    int64_t whole[GEO] = { of(s, 5) };
    for (int d = 0; d < DIMS; d++)
        whole[1 + d] = of(s, 40) ? 1 + of(s, 4) : 0;
    memset(g, 0, 2 * GEO * sizeof *g);
    if (sum)
        memcpy(g, whole, 5 * sizeof *g);
    else
        part_of(whole, g, s);
    part_of(whole, g + GEO, s);
    if (of(s, 12) == 0 && g[GEO])
        g[GEO + 1 + of(s, g[GEO])] += 1;
    if (sum && of(s, 12) == 0 && g[GEO] < DIMS) {
        g[GEO]++;
        g[GEO + g[GEO]] = 1;
    }
    lay_out(g, s), lay_out(g + GEO, s);
}

static int reaches(const int64_t *g, int64_t room)
{
    int64_t at = g[9];
    for (int d = 0; d < g[0]; d++)
        at += (g[1 + d] > 0 ? g[1 + d] - 1 : 0) * g[5 + d];
    return at < room && elements((int)g[0], g + 1) <= room;
}

int geo_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int64_t *g = ridge_data(c, buffer), room = ridge_int(c, "room"), n = ridge_int(c, "n");
    uint64_t s = ridge_mix(seed, buffer);
    int sum = !strcmp(c->call, "sum_to"), kind = (int)ridge_int(c, "kind");
    for (int64_t k = 0; k < ridge_int(c, "T"); k++, g += 2 * GEO) {
        if (kind == MIXED) {
            do
                draw_pair(g, sum, &s);
            while (!reaches(g, room) || !reaches(g + GEO, room));
            continue;
        }
        memcpy(g, (int64_t[]){ 2, n, n, 0, 0, n, 1, 0, 0, 0 }, GEO * sizeof *g);
        if (kind == TURNED)
            memcpy(g + GEO, (int64_t[]){ 3, 2, n / 2, n, 0, n * n / 2, n, 1, 0, 0 }, GEO * sizeof *g);
        else
            memcpy(g + GEO, (int64_t[]){ 1, n, 0, 0, 0, 1, 0, 0, 0, 0 }, GEO * sizeof *g);
        if (kind == TURNED)
            memcpy(g, (int64_t[]){ 2, n / 2, 1, 0, 0, 1, 1, 0, 0, 0 }, GEO * sizeof *g);
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------ dispatches */

enum { NOTHING, FALLS, LEAF, LOWER, GUARDED, QUIET, INFERENCE, ANOTHER, CODES };
enum { AUTOGRAD = 4, INPLACE_OR_VIEW = 3 };
enum { TRACE = 24, DEEP = 6, ROUTE = 5 + 3 * TRACE, NOT_BAD = -96, NOT_BACK = -95 };
static const char *const key_name[KEYS] = { "CPU", "CUDA", "Sparse", "ADInplaceOrView", "Autograd", "Tracer",
                                            "Autocast", "Batched" };

struct play {
    const int32_t *table;
    int keys, included, excluded, grad, depth, n;
    int32_t trace[TRACE][3];
};

static int play_kernel(struct play *p, int op, int set, int key, int code);

static int play_set(struct play *p, int op, int set)
{
    for (int k = KEYS - 1; k >= 0; k--) {
        int code = p->table[op * KEYS + k];
        if (code == NOTHING)
            code = p->table[OPS * KEYS + k];
        if (!(set >> k & 1) || code == FALLS)
            continue;
        return code == NOTHING ? NO_KERNEL : play_kernel(p, op, set, k, code);
    }
    return NO_KERNEL;
}

static int play_call(struct play *p, int op)
{
    int set = 0;
    for (int k = 0; k < KEYS; k++)
        if (((p->keys | p->included) >> k & 1) && !(p->excluded >> k & 1))
            set |= 1 << k;
    return play_set(p, op, set);
}

static int play_kernel(struct play *p, int op, int set, int key, int code)
{
    int was_excluded = p->excluded, was_grad = p->grad, rc = 100 + key;
    if (p->n < TRACE)
        memcpy(p->trace[p->n], (int32_t[]){ op * KEYS + key, set, p->grad }, sizeof *p->trace);
    p->n++;
    if (code == LEAF || p->depth == DEEP)
        return rc;
    p->depth++;
    if (code == GUARDED)
        p->excluded |= 1 << key;
    if (code == INFERENCE)
        p->excluded |= 1 << AUTOGRAD | 1 << INPLACE_OR_VIEW;
    if (code == QUIET || code == INFERENCE)
        p->grad = 0;
    if (code == QUIET)
        p->excluded |= 0x55 & set % (1 << key); /* which a redispatch does not look at */
    if (code == LOWER || code == QUIET)
        rc = play_set(p, op, set % (1 << key));
    else
        rc = play_call(p, code == ANOTHER ? (op + 1) % OPS : op);
    p->depth--;
    p->excluded = was_excluded, p->grad = was_grad;
    return rc;
}

static int route_is(struct ridge_verdict *v, int64_t row, const struct play *p, int rc, const int32_t *got)
{
    int n = p->n < TRACE ? p->n : TRACE;
    if (got[0] == NOT_BAD)
        return wrong(v, "row %lld: registering is not OK, or an op or a key that does not exist is not BAD",
                     (long long)row);
    if (got[0] == NOT_BACK)
        return wrong(v, "row %lld: restore() does not put included, excluded and grad back", (long long)row);
    for (int k = 0; k < n && k < got[1]; k++) {
        const int32_t *x = got + 5 + 3 * k, *y = p->trace[k];
        if (x[0] != y[0])
            return wrong(v, "row %lld: kernel %d called is op %d's for %s, expected op %d's for %s", (long long)row, k,
                         x[0] / KEYS, key_name[x[0] & 7], y[0] / KEYS, key_name[y[0] % KEYS]);
        if (x[1] != y[1] || x[2] != y[2])
            return wrong(v, "row %lld: kernel %d sees set %#x and grad %d, expected %#x and %d", (long long)row, k,
                         (unsigned)x[1], x[2], (unsigned)y[1], y[2]);
    }
    if (got[1] != p->n)
        return wrong(v, "row %lld: %d kernels were called, expected %d", (long long)row, got[1], p->n);
    if (got[0] != rc)
        return wrong(v, "row %lld: the call returns %d, expected %d", (long long)row, got[0], rc);
    if (got[2] != p->included || got[3] != p->excluded || got[4] != p->grad)
        return wrong(v, "row %lld: afterwards included, excluded, grad are %#x, %#x, %d, expected %#x, %#x, %d",
                     (long long)row, (unsigned)got[2], (unsigned)got[3], got[4], (unsigned)p->included,
                     (unsigned)p->excluded, p->grad);
    return 1;
}

static struct play play_of(const int32_t *table, const int32_t *call)
{
    return (struct play){ .table = table, .keys = call[1], .included = call[2], .excluded = call[3], .grad = call[4] };
}

int route_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *table = ridge_data(c, "tables"), *call = ridge_data(c, "calls"), *got = ridge_data(c, "routes");
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, table += (OPS + 1) * KEYS, call += 6, got += ROUTE) {
        struct play p = play_of(table, call);
        int rc = play_call(&p, call[0]);
        if (!route_is(v, k, &p, rc, got))
            return 0;
    }
    v->pass = 1;
    return 0;
}

int many_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *table = ridge_data(c, "tables"), *call = ridge_data(c, "calls");
    int64_t sum = 0, got = *(const int64_t *)ridge_data(c, "sum"), rows = ridge_int(c, "R");
    for (int64_t k = 0; k < ridge_int(c, "times"); k++) {
        struct play p = play_of(table, call + 6 * (k % rows));
        p.included = p.excluded = 0, p.grad = 1;
        sum += play_call(&p, call[6 * (k % rows)]);
    }
    v->pass = got == sum || wrong(v, "results add up to %lld, expected %lld", (long long)got, (long long)sum);
    return 0;
}

enum { ANY, ADDITION, TYPICAL };

int tables_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *t = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int kind = (int)ridge_int(c, "kind");
    for (int64_t r = 0; r < ridge_int(c, "R"); r++)
        for (int op = 0; op <= OPS; op++)
            for (int k = 0; k < KEYS; k++) {
                static const int likely[] = { NOTHING, NOTHING, NOTHING, FALLS, FALLS, LEAF, LOWER, LOWER, GUARDED,
                                              QUIET, INFERENCE, ANOTHER };
                int code = likely[of(&s, sizeof likely / sizeof *likely)];
                if (op == OPS && code == NOTHING && of(&s, 2))
                    code = FALLS;
                if (kind != ANY) /* what most operations have */
                    code = op == OPS    ? (k > INPLACE_OR_VIEW - 1 ? FALLS : NOTHING)
                           : k == 0     ? LEAF
                           : k == AUTOGRAD ? LOWER
                           : k == 6 && kind == ADDITION ? GUARDED
                                            : NOTHING;
                *t++ = code;
            }
    return 0;
}

int calls_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *q = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int kind = (int)ridge_int(c, "kind");
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, q += 6) {
        q[0] = (int32_t)of(&s, OPS);
        q[1] = (int32_t)(of(&s, 8) ? of(&s, 256) : 0);
        q[2] = (int32_t)(of(&s, 2) ? of(&s, 256) & of(&s, 256) : 0);
        q[3] = (int32_t)(of(&s, 2) ? of(&s, 256) & of(&s, 256) : 0);
        q[4] = (int32_t)(of(&s, 3) != 0);
        q[5] = (int32_t)of(&s, 2);
        if (kind == ADDITION)
            memcpy(q, (int32_t[]){ 0, 1 | 1 << INPLACE_OR_VIEW | 1 << AUTOGRAD, r % 2 ? 1 << 6 : 0, 0, 1, 0 },
                   6 * sizeof *q);
        if (kind == TYPICAL)
            q[1] = 1 | 1 << INPLACE_OR_VIEW | 1 << AUTOGRAD | (int32_t)of(&s, 2) << 6;
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------ tables as text */

enum { TEXT = 512, LOADED = 1 + OPS * KEYS + OPS };

/* One word after the name: "Key=kernel" to key and code; 0 if it is none. */
static int pair(char *word, int *key, int *code)
{
    char *eq = strchr(word, '=');
    if (!eq)
        return 0;
    *eq = 0;
    for (*key = 0; *key < KEYS && strcmp(word, key_name[*key]) != 0; ++*key)
        ;
    if (!strcmp(eq + 1, "fallthrough"))
        *code = 1;
    else if (strlen(eq + 1) == 2 && eq[1] == 'k' && eq[2] >= '0' && eq[2] <= '7')
        *code = eq[2] - '0' + 2;
    else
        return 0;
    return *key < KEYS;
}

static int read_line(char *line, char names[OPS][TEXT], int *ops, int table[OPS][KEYS])
{
    char *save = NULL, *word;
    int seen = 0, key, code;
    if (strchr(line, '#'))
        *strchr(line, '#') = 0;
    word = strtok_r(line, " ", &save);
    if (!word)
        return 1;
    if (*ops == OPS)
        return 0;
    for (int k = 0; k < *ops; k++)
        if (!strcmp(names[k], word))
            return 0;
    strcpy(names[(*ops)++], word);
    while ((word = strtok_r(NULL, " ", &save))) {
        if (!pair(word, &key, &code) || seen >> key & 1)
            return 0;
        seen |= 1 << key;
        table[*ops - 1][key] = code;
    }
    return 1;
}

static int read_text(const char *text, int table[OPS][KEYS])
{
    static char names[OPS][TEXT];
    char line[TEXT];
    int ops = 0, was[OPS][KEYS];
    memcpy(was, table, sizeof was);
    for (int number = 1; *text; number++) {
        size_t n = strcspn(text, "\n");
        memcpy(line, text, n);
        line[n] = 0;
        if (!read_line(line, names, &ops, table)) {
            memcpy(table, was, sizeof was);
            return -number;
        }
        text += n + (text[n] == '\n');
    }
    return ops;
}

int table_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const char *text = ridge_data(c, "texts");
    const int32_t *got = ridge_data(c, "loaded");
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, text += TEXT, got += LOADED) {
        int table[OPS][KEYS] = { { [7] = 9 }, { [7] = 1 } }, rc = read_text(text, table);
        if (got[0] != rc)
            return wrong(v, "text %lld: load_table returns %d, expected %d", (long long)r, got[0], rc);
        for (int k = 0; k < OPS * KEYS; k++)
            if (got[1 + k] != table[k / KEYS][k % KEYS])
                return wrong(v, "text %lld: op %d has %d for %s, expected %d (0: nothing, 1: fallthrough)",
                             (long long)r, k / KEYS, got[1 + k], key_name[k % KEYS], table[k / KEYS][k % KEYS]);
        for (int op = 0; op < OPS; op++) {
            int k = KEYS - 1, want;
            while (k >= 0 && table[op][k] == 1)
                k--;
            want = k < 0 || !table[op][k] ? NO_KERNEL : 98 + table[op][k];
            if (got[1 + OPS * KEYS + op] != want)
                return wrong(v, "text %lld: op %d, called with all keys, gives %d, expected %d", (long long)r, op,
                             got[1 + OPS * KEYS + op], want);
        }
    }
    v->pass = 1;
    return 0;
}

static size_t put(char *to, size_t n, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int more = vsnprintf(to + n, TEXT - 8 - n, fmt, args);
    va_end(args);
    return n + (size_t)more < TEXT - 8 ? n + (size_t)more : n;
}

static size_t draw_line(char *to, size_t n, int op, int spoil, uint64_t *s)
{
    static const char *const op_name[] = { "add", "mul", "add_", "mm", "view", "sum", "expand", "relu", "exp" };
    int keys = (int)of(s, 5), used = 0;
    n = put(to, n, "%s%s", of(s, 4) ? "" : "  ", op_name[spoil == 1 ? op / 2 : op]);
    for (int k = 0; k < keys; k++) {
        int key = (int)of(s, KEYS);
        if (used >> key & 1 && spoil != 2)
            continue;
        used |= 1 << key;
        n = put(to, n, "%s%s=", of(s, 4) ? " " : "   ", spoil == 3 && k == 1 ? "Autogradx" : key_name[key]);
        n = of(s, 3) ? put(to, n, "k%d", (int)of(s, spoil == 4 ? 12 : 8)) : put(to, n, "fallthrough");
    }
    if (spoil == 5 && of(s, 3) == 0)
        n = put(to, n, " CPU");
    if (spoil == 6 && of(s, 3) == 0)
        n = put(to, n, " Auto=k1");
    return put(to, n, "%s%s", of(s, 4) ? "" : "  ", of(s, 4) ? "" : "# k1 = CPU=k9");
}

/* Rules that drawn texts do not come to. */
static const char *const corner[] = {
    "add CPU=k0\r\n",
    "add\tCPU=k0 CUDA=k1\n",
    "add CPU=k0\tCUDA=k1\n",
    "add_ CPU=k0\nadd CPU=k1\n",
    "add CPU=k0\nmul CPU=k1\nadd CUDA=k2\n",
    "add CPU=k0\nmul CPU=\n",
    "add =k0\n",
    "add CPU=k0=k1\n",
    "add=mul CPU=k0\nCPU=k0 CUDA=k1",
    "add cpu=k0\n",
    "\n\n# add CPU=k9",
    "",
};

int texts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    char *to = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    memset(to, 0, (size_t)ridge_int(c, "R") * TEXT);
    if (ridge_int(c, "spoil") == 2) {
        for (size_t r = 0; r < sizeof corner / sizeof *corner; r++, to += TEXT)
            strcpy(to, corner[r]);
        return 0;
    }
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, to += TEXT) {
        int ops = (int)of(&s, 7), spoil = ridge_int(c, "spoil") ? (int)of(&s, 9) : 0;
        size_t n = 0;
        if (spoil == 8)
            ops = 9;
        for (int op = 0; op < ops; op++) {
            while (of(&s, 5) == 0)
                n = put(to, n, of(&s, 2) ? "\n" : "  # nothing\n");
            n = spoil == 8 ? put(to, n, "op%d CPU=k0", op) : draw_line(to, n, op, spoil, &s);
            n = put(to, n, op + 1 < ops || of(&s, 2) ? "\n" : "");
        }
    }
    return 0;
}

/* --------------------------------------------------------------------------------------------------- graphs */

enum { NODES = 64 };

static int made_of(const int32_t *in, int k, int root, char *seen)
{
    if (k == root)
        return 1;
    seen[k] = 1;
    for (int u = k + 1; u <= root; u++)
        if ((in[2 * u] == k || in[2 * u + 1] == k) && (seen[u] ? 0 : made_of(in, u, root, seen)))
            return 1;
    return 0;
}

/* What node k gets: from each of its users what that one passes on, if root is made of it. */
static double pulled(const int32_t *in, const double *local, const double *factor, int k, int root, double *known)
{
    char seen[NODES] = { 0 };
    double sum = k == root;
    if (!isnan(known[k]))
        return known[k];
    for (int u = k + 1; u <= root; u++)
        for (int i = 0; i < 2; i++) {
            memset(seen, 0, sizeof seen);
            if (in[2 * u + i] == k && made_of(in, u, root, seen))
                sum += pulled(in, local, factor, u, root, known) * factor[u] * local[2 * u + i];
        }
    return known[k] = sum;
}

int graph_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    for (int64_t r = 0; r < ridge_int(c, "R"); r++) {
        const int32_t *in = (const int32_t *)ridge_data(c, "inputs") + r * NODES * 2;
        const int32_t *root = (const int32_t *)ridge_data(c, "roots") + r * 2;
        const int32_t *hooks = (const int32_t *)ridge_data(c, "hooks") + r * NODES;
        const double *local = (const double *)ridge_data(c, "locals") + r * NODES * 2;
        const double *factor = (const double *)ridge_data(c, "factors") + r * NODES;
        const double *grad = (const double *)ridge_data(c, "grads") + r * NODES;
        const double *seen = (const double *)ridge_data(c, "seen") + r * NODES;
        double known[NODES];
        for (int k = 0; k < NODES; k++)
            known[k] = NAN;
        for (int k = 0; k < root[0]; k++) {
            char been[NODES] = { 0 };
            int used = k <= root[1] && made_of(in, k, root[1], been);
            double all = used ? pulled(in, local, factor, k, root[1], known) : 0;
            if (hooks[k] != used)
                return wrong(v, "graph %lld: the hook of node %d is called %d times, expected %d", (long long)r, k,
                             hooks[k], used);
            if (used && seen[k] != all)
                return wrong(v, "graph %lld: the hook of node %d sees %.9g, expected %.9g", (long long)r, k, seen[k],
                             all);
            if (grad[k] != all * factor[k] * used)
                return wrong(v, "graph %lld: grad[%d] is %.9g, expected %.9g", (long long)r, k, grad[k],
                             all * factor[k] * used);
        }
    }
    v->pass = 1;
    return 0;
}

/* Few paths, so that whole numbers stay small enough for doubles to be exact. */
int inputs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *in = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    for (int64_t r = 0; r < ridge_int(c, "R"); r++)
        for (int k = 0; k < NODES; k++)
            for (int i = 0; i < 2; i++)
                *in++ = k == 0 || of(&s, 3) == 0 ? -1
                        : of(&s, 3)               ? (int32_t)(k - 1 - of(&s, k < 6 ? k : 6))
                                                  : (int32_t)of(&s, k);
    return 0;
}

int locals_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    for (size_t k = 0; k < b->count; k++)
        ((double *)b->data)[k] = of(&s, 5) ? 1 - 2 * (double)of(&s, 2) : 2 * (double)of(&s, 2);
    return 0;
}

int factors_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    for (size_t k = 0; k < b->count; k++)
        ((double *)b->data)[k] = of(&s, 4) ? 1 : (double)of(&s, 3) - 1;
    return 0;
}

int roots_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *root = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int64_t most = ridge_int(c, "N");
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, root += 2) {
        root[0] = (int32_t)(1 + of(&s, most));
        root[1] = (int32_t)(of(&s, 3) ? root[0] - 1 : of(&s, root[0]));
    }
    return 0;
}
