/*
 * engine.h: the engine in virtual time, first come, first served, and a learner's log replayed on it. Part of oracle.c.
 *
 * One `struct world` is the truth about a run: who waits, who runs and how far, what the cache holds, what time it is.
 */
enum { R_ARRIVAL, R_PROMPT, R_OUT, R_GROUP, R_SHARED, R_TEXT, R_WIDTH };
enum { SEATS = 256, HEAD = 4 };
enum { END_OK, END_LOG_FULL, END_STUCK, END_COUNTS, END_NO_MEMORY, END_BLOCKS };
enum { LOG, RULE, PLAIN }; /* who decides: the learner, lab.h's rule, or nobody with a cache and chunks */

struct request {
    const int64_t *q;
    uint64_t *digest, last; /* of the beginnings that end with a whole block; of all that it computes */
    int computed, said, blocks, held, own; /* own: blocks outside the cache */
    int64_t first, then, longest;
};

struct world {
    const struct ridge_case *c;
    struct ridge_verdict *v;
    struct request *r;
    struct model *m;
    int64_t now, price[4], ttft, tbt, *gap, end, asked, hits;
    int n, bs, nfree, seats, budget, tree, by, next, first, nrun, run[SEATS], ngap, passes;
};

struct decision {
    int nattempt, attempt[SEATS][2], npiece, piece[SEATS][3];
    int refused; /* the last attempt found no room */
};

static int32_t token(const int64_t *q, int pos)
{
    uint64_t source = (uint64_t)(pos < q[R_SHARED] ? q[R_GROUP] : q[R_TEXT] + 1000000);
    return (int32_t)(mix(source * 0x9e3779b97f4a7c15u + (uint64_t)pos) % 128256);
}

static void world_free(struct world *w)
{
    for (int k = 0; w->r && k < w->n; k++)
        free(w->r[k].digest);
    free(w->r);
    free(w->gap);
    model_free(w->m);
}

static int world_init(struct world *w, const struct ridge_case *c, struct ridge_verdict *v, int tree, int by)
{
    static const char *const price[] = { "ps_token", "ps_score", "ps_weights", "ps_cached" };
    const int64_t *q = ridge_data(c, "reqs");
    int64_t gaps = 0;
    *w = (struct world){ .c = c, .v = v, .by = by, .tree = tree && by != PLAIN, .n = (int)ridge_int(c, "n"),
                         .bs = (int)ridge_int(c, "bs"), .nfree = (int)ridge_int(c, "blocks"),
                         .seats = (int)ridge_int(c, "seats"), .budget = (int)ridge_int(c, "budget"),
                         .ttft = ridge_int(c, "ttft"), .tbt = ridge_int(c, "tbt"), .m = model_new() };
    w->r = q ? calloc((size_t)w->n, sizeof *w->r) : NULL;
    for (int k = 0; k < 4; k++)
        w->price[k] = ridge_int(c, price[k]);
    for (int k = 0; w->r && k < w->n; k++) {
        struct request *r = &w->r[k];
        r->q = q + (size_t)k * R_WIDTH;
        int all = (int)(r->q[R_PROMPT] + r->q[R_OUT]) - 1;
        uint64_t d = 1;
        r->digest = calloc((size_t)(all / w->bs) + 1, sizeof *r->digest);
        for (int pos = 0; r->digest && pos < all; pos++) {
            d = more(d, token(r->q, pos));
            if ((pos + 1) % w->bs == 0)
                r->digest[pos / w->bs] = d;
        }
        r->last = d;
        r->blocks = (int)((r->q[R_PROMPT] + (r->q[R_OUT] + 31) / 32 * 32 + w->bs - 1) / w->bs);
        gaps += r->q[R_OUT];
    }
    w->gap = calloc((size_t)gaps + 1, sizeof *w->gap);
    return w->r && w->m && w->gap ? 0 : -1;
}

/* What kv_admit has to say of r, and what happens with it. */
static int admit(struct world *w, struct request *r)
{
    int prompt = (int)r->q[R_PROMPT], m = 0, cached = 0;
    if (w->tree) {
        m = matched(w->m, r->digest, (prompt - 1) / w->bs);
        use(w->m, r->digest, m);
        hold(w->m, r->digest, m, 1);
        int lack = r->blocks - m - w->nfree;
        if (lack > w->m->n - w->m->held) {
            hold(w->m, r->digest, m, -1);
            use(w->m, r->digest, m);
            return -1;
        }
        for (; lack > 0; lack--, w->nfree++)
            evict(w->m);
        cached = m * w->bs;
    } else if (r->blocks > w->nfree) {
        return -1;
    } else if (w->by != PLAIN) {
        cached = (int)(r->q[R_SHARED] < prompt ? r->q[R_SHARED] : prompt - 1);
    }
    r->held = m;
    r->own = r->blocks - m;
    w->nfree -= r->own;
    r->computed = cached;
    w->asked += prompt;
    w->hits += cached;
    return cached;
}

/* The whole blocks of r's first `tokens` go into the cache, which gives back what it had. */
static void insert(struct world *w, struct request *r, int tokens)
{
    int whole = tokens / w->bs;
    for (int k = 0; k < whole; k++) {
        int there = find(w->m, r->digest[k]) >= 0;
        if (!there)
            add(w->m, r->digest[k], 0);
        if (k >= r->held) { /* one of its own: now the cache's, or spare */
            r->own--;
            w->nfree += there;
        }
    }
    use(w->m, r->digest, whole);
}

static void said(struct world *w, int id)
{
    struct request *r = &w->r[id];
    int prompt = (int)r->q[R_PROMPT], all = prompt + (int)r->q[R_OUT] - 1;
    if (r->computed < prompt)
        return;
    if (r->said++ == 0) {
        r->first = w->now;
        if (w->tree) {
            insert(w, r, prompt);
            hold(w->m, r->digest, prompt / w->bs, 1);
            hold(w->m, r->digest, r->held, -1);
            use(w->m, r->digest, r->held);
            r->held = prompt / w->bs;
        }
    } else {
        int64_t gap = w->now - r->then;
        w->gap[w->ngap++] = gap;
        r->longest = gap > r->longest ? gap : r->longest;
    }
    r->then = w->now;
    if (r->said < r->q[R_OUT])
        return;
    if (w->tree) {
        insert(w, r, all);
        hold(w->m, r->digest, r->held, -1);
        use(w->m, r->digest, r->held);
    }
    w->nfree += r->own;
    w->end = w->now;
    for (int k = 0; k < w->nrun; k++)
        if (w->run[k] == id) {
            w->nrun--;
            memmove(w->run + k, w->run + k + 1, (size_t)(w->nrun - k) * sizeof *w->run);
        }
}

static void pass(struct world *w, const struct decision *d)
{
    int64_t tokens = 0, scores = 0, cached = 0;
    for (int k = 0; k < d->npiece; k++) {
        int64_t from = d->piece[k][1], n = d->piece[k][2];
        tokens += n;
        scores += n * from + n * (n + 1) / 2;
        cached += from + n;
        w->r[d->piece[k][0]].computed = (int)(from + n);
    }
    int64_t compute = tokens * w->price[0] + scores * w->price[1], memory = w->price[2] + cached * w->price[3];
    if (tokens)
        w->now += compute > memory ? compute : memory;
    w->passes += tokens > 0;
    for (int k = 0; k < d->npiece; k++)
        said(w, d->piece[k][0]);
}

static void piece(struct decision *d, const struct world *w, int id, int n)
{
    int *p = d->piece[d->npiece++];
    p[0] = id, p[1] = w->r[id].computed, p[2] = n;
}

/* Every running request whose prompt is through. */
static void decodes(const struct world *w, struct decision *d)
{
    for (int k = 0; k < w->nrun; k++)
        if (w->r[w->run[k]].computed >= w->r[w->run[k]].q[R_PROMPT])
            piece(d, w, w->run[k], 1);
}

static int prompt_left(const struct world *w, int id)
{
    return (int)w->r[id].q[R_PROMPT] - w->r[id].computed;
}

static int prefill(struct world *w, struct decision *d, int id, int left)
{
    int n = prompt_left(w, id) < left ? prompt_left(w, id) : left;
    if (n <= 0)
        return left;
    piece(d, w, id, n);
    return left - n;
}

static int complain(struct world *w, const char *what, int id)
{
    SAY(w->v, "pass %d: %s (request %d)", w->passes, what, id);
    return 1;
}

/* Attempts of the log (LOG) or of the rule; with a budget of 0 or more, the pieces that follow. 1: not allowed. */
static int admissions(struct world *w, struct decision *d, const int32_t *told, int n, int left)
{
    int fixed = w->by != LOG || w->budget >= 0;
    d->refused = 0;
    for (int k = 0; w->by != LOG || k < n; k++) {
        int waits = w->first < w->next, free_seat = w->nrun < w->seats && (!fixed || left > 0);
        if (w->by != LOG && (!waits || !free_seat || d->refused))
            break;
        int id = w->by == LOG ? told[2 * k] : w->first;
        if (!waits || id != w->first)
            return complain(w, "kv_admit is asked for somebody who is not at the head of the queue: nobody overtakes",
                            id);
        if (!free_seat)
            return complain(w, "kv_admit is asked without a free seat, or without budget", id);
        int cached = admit(w, &w->r[id]);
        if (w->by == LOG && told[2 * k + 1] != cached) {
            SAY(w->v, "pass %d: of request %d %d tokens are cached (-1: no room), the tree gave %d", w->passes, id,
                cached, told[2 * k + 1]);
            return 1;
        }
        d->refused = cached < 0;
        if (cached < 0)
            continue;
        w->first++;
        w->run[w->nrun++] = id;
        if (fixed)
            left = prefill(w, d, id, left);
    }
    if (w->by == LOG && fixed && left > 0 && w->nrun < w->seats && w->first < w->next && !d->refused)
        return complain(w, "there is budget, and a seat, and somebody waits", w->first);
    return 0;
}

/* Pieces that may be of any length: decodes as they have to be, prompts in the order of admission. */
static int own_pieces(struct world *w, struct decision *d, const int32_t *told, int n)
{
    int at = d->npiece;
    for (int k = 0; k < at; k++)
        if (k >= n || memcmp(told + 3 * k, d->piece[k], sizeof d->piece[k]))
            return complain(w, "each running request whose prompt is through gets one token first", d->piece[k][0]);
    for (int k = 0, through = 1; k < w->nrun; k++) {
        int id = w->run[k], left = prompt_left(w, id);
        if (left <= 0)
            continue;
        if (at < n && told[3 * at] == id) {
            int len = told[3 * at + 2];
            if (!through)
                return complain(w, "a prompt goes on before an earlier one is through", id);
            if (told[3 * at + 1] != w->r[id].computed || len < 1 || len > left)
                return complain(w, "a piece that does not go on where the last one ended, or is too long", id);
            piece(d, w, id, len);
            at++;
            left -= len;
        }
        through = through && left == 0;
    }
    if (at < n)
        return complain(w, "a piece that nobody can have", told[3 * at]);
    if (!n && (w->nrun || (w->first < w->next && !d->refused)))
        return complain(w, "nothing is computed, though somebody could be served", w->nrun ? w->run[0] : w->first);
    return 0;
}

static int same_pieces(struct world *w, const struct decision *d, const int32_t *told, int n)
{
    for (int k = 0; k < n || k < d->npiece; k++) {
        const int *p = d->piece[k];
        if (k >= d->npiece)
            return complain(w, "a piece too much", told[3 * k]);
        if (k >= n)
            return complain(w, "a piece is missing", p[0]);
        if (memcmp(told + 3 * k, p, sizeof d->piece[k])) {
            SAY(w->v, "pass %d, piece %d: tokens %d to %d of request %d expected, got %d to %d of request %d",
                w->passes, k, p[1], p[1] + p[2] - 1, p[0], told[3 * k + 1], told[3 * k + 1] + told[3 * k + 2] - 1,
                told[3 * k]);
            return 1;
        }
    }
    return 0;
}

/* The decision of one step; `told` is the log's record behind its three counts. 1: it is wrong, and was told so. */
static int decide(struct world *w, struct decision *d, const int32_t *told, int nattempt, int npiece)
{
    int fixed = w->by != LOG || w->budget >= 0;
    d->npiece = 0;
    decodes(w, d);
    int left = w->by == PLAIN ? INT32_MAX : w->budget - d->npiece;
    for (int k = 0, n = w->nrun; fixed && k < n; k++)
        left = prefill(w, d, w->run[k], left);
    if (admissions(w, d, told, nattempt, left))
        return 1;
    if (w->by != LOG)
        return 0;
    const int32_t *pieces = told + 2 * nattempt;
    return fixed ? same_pieces(w, d, pieces, npiece) : own_pieces(w, d, pieces, npiece);
}

static void arrivals(struct world *w)
{
    if (!w->nrun && w->first == w->next && w->next < w->n && w->r[w->next].q[R_ARRIVAL] > w->now)
        w->now = w->r[w->next].q[R_ARRIVAL];
    while (w->next < w->n && w->r[w->next].q[R_ARRIVAL] <= w->now)
        w->next++;
}

/* Nothing was computed: until somebody comes. */
static void wait(struct world *w, int64_t before)
{
    if (w->now == before && w->next < w->n)
        w->now = w->r[w->next].q[R_ARRIVAL];
}

/* Runs by the rule until the last request ends; -1: it is stuck. */
static int run_rule(struct world *w, struct decision *d)
{
    while (w->next < w->n || w->first < w->next || w->nrun) {
        arrivals(w);
        int64_t before = w->now;
        decide(w, d, NULL, 0, 0);
        pass(w, d);
        if (w->now == before && w->next == w->n)
            return -1;
        wait(w, before);
    }
    return 0;
}

static int replay(struct world *w, const int32_t *log, size_t count, struct decision *d)
{
    static const char *const ended[] = { "", "the log is full: far too many passes or pieces",
        "nothing is computed, and nobody will come any more", "a number of pieces that cannot be",
        "cs_new or radix_new gave NULL",
        "the tree gave an id that is none, or one that is free already, or no end, or did not free what nobody holds" };
    size_t at = HEAD, used = (size_t)log[0];
    for (int step = 0; step < log[1]; step++) {
        if (at + 3 > used || used > count)
            return SAY(w->v, "the log is damaged"), 1;
        int returned = log[at], nattempt = log[at + 1], npiece = log[at + 2];
        arrivals(w);
        if (nattempt < 0 || nattempt > SEATS || npiece < 0 || npiece > SEATS)
            return SAY(w->v, "the log is damaged"), 1;
        if (returned != npiece)
            return SAY(w->v, "pass %d: %d pieces, and %d returned", w->passes, npiece, returned), 1;
        if (decide(w, d, log + at + 3, nattempt, npiece))
            return 1;
        int64_t before = w->now;
        pass(w, d);
        wait(w, before);
        at += 3 + 2 * (size_t)nattempt + 3 * (size_t)npiece;
    }
    if (log[2] != END_OK)
        return SAY(w->v, "pass %d: %s", w->passes, ended[log[2] > END_OK && log[2] <= END_BLOCKS ? log[2] : 0]), 1;
    return 0;
}

/* --- what came of it ----------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double percentile(int64_t *x, int n, int p)
{
    if (n == 0)
        return 0;
    qsort(x, (size_t)n, sizeof *x, by_size);
    return (double)x[(int64_t)(n - 1) * p / 100] * 1e-9;
}

/* Requests a second that were served as promised. */
static double goodput(const struct world *w)
{
    int good = 0;
    for (int k = 0; k < w->n; k++)
        good += w->r[k].first - w->r[k].q[R_ARRIVAL] <= w->ttft && w->r[k].longest <= w->tbt;
    double span = (double)(w->end - w->r[0].q[R_ARRIVAL]) * 1e-12;
    return span > 0 ? good / span : 0;
}

static void count_run(struct world *w, struct world *plain, struct decision *d)
{
    int64_t *first = calloc((size_t)w->n, sizeof *first);
    for (int k = 0; first && k < w->n; k++)
        first[k] = w->r[k].first - w->r[k].q[R_ARRIVAL];
    run_rule(plain, d);
    ridge_count(w->v, "goodput", goodput(w));
    ridge_count(w->v, "goodput_plain", goodput(plain));
    ridge_count(w->v, "tbt_p99_ms", percentile(w->gap, w->ngap, 99));
    ridge_count(w->v, "tbt_max_ms", w->ngap ? (double)w->gap[w->ngap - 1] * 1e-9 : 0);
    ridge_count(w->v, "tbt_plain_ms", percentile(plain->gap, plain->ngap, 99));
    ridge_count(w->v, "ttft_p99_ms", first ? percentile(first, w->n, 99) : 0);
    ridge_count(w->v, "hit_pct", w->asked ? 100. * (double)w->hits / (double)w->asked : 0);
    ridge_count(w->v, "passes", w->passes);
    free(first);
}

static int judge(const struct ridge_case *c, struct ridge_verdict *v, int tree)
{
    const struct ridge_buffer *log = ridge_buffer(c, "log");
    const int64_t *text = ridge_data(c, "said");
    struct world w = { 0 }, plain = { 0 };
    struct decision *d = calloc(1, sizeof *d);
    int rc = -1;
    if (log && text && d && !world_init(&w, c, v, tree, LOG) && !world_init(&plain, c, v, tree, PLAIN)) {
        rc = 0;
        v->pass = !replay(&w, log->data, log->count, d);
        for (int k = 0; v->pass && tree && k < w.n; k++)
            if ((uint64_t)text[k] != w.r[k].last)
                SAY(v, "request %d says something else with the cache than without: a block is not its beginning's", k);
        if (v->pass)
            count_run(&w, &plain, d);
    }
    world_free(&w);
    world_free(&plain);
    free(d);
    return rc;
}

int sched_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return judge(c, v, 0);
}

int serve_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return judge(c, v, 1);
}

/* --- requests ------------------------------------------------------------------------------------------ */

static double normal(uint64_t *rng)
{
    double u = 1 - ridge_uniform(rng);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * ridge_uniform(rng));
}

static int64_t lognormal(uint64_t *rng, double mu, double sd, int64_t most)
{
    double x = exp(mu + sd * normal(rng));
    return x < 1 ? 1 : x > (double)most ? most : (int64_t)x;
}

/*
 * Poisson arrivals. A request belongs to one of `groups` system prompts, whose lengths are `system` times 1, 2, 3, ...
 * over the mean of them; every so manieth (`talk_every`) goes on with an earlier text, every so manieth (`long_every`)
 * is a document of max_prompt tokens with nobody's beginning; every so manieth (`same_every`) is a system prompt alone.
 */
int reqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int n = (int)ridge_int(c, "n"), groups = (int)ridge_int(c, "groups");
    int talk = (int)ridge_int(c, "talk_every"), many = (int)ridge_int(c, "long_every");
    int same = (int)ridge_int(c, "same_every");
    int64_t most = ridge_int(c, "max_prompt"), system = ridge_int(c, "system");
    double t = 0, rate = ridge_num(c, "rate");
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || groups < 1)
        return -1;
    int64_t *q = b->data;
    for (int k = 0; k < n; k++, q += R_WIDTH) {
        t += rate > 0 ? -log(1 - ridge_uniform(&rng)) / rate : 0;
        q[R_ARRIVAL] = (int64_t)(t * 1e12);
        q[R_GROUP] = below(&rng, groups);
        q[R_SHARED] = system * 2 * (q[R_GROUP] + 1) / (groups + 1);
        q[R_TEXT] = k;
        q[R_PROMPT] = q[R_SHARED] + lognormal(&rng, ridge_num(c, "mu_prompt"), .8, most / 2);
        q[R_OUT] = lognormal(&rng, ridge_num(c, "mu_out"), .7, ridge_int(c, "max_out"));
        if (talk && k >= 8 && k % talk == talk - 1) {
            const int64_t *e = q - R_WIDTH * (1 + below(&rng, 8));
            int64_t goes_on = e[R_PROMPT] + e[R_OUT] + q[R_PROMPT] - q[R_SHARED];
            q[R_GROUP] = e[R_GROUP], q[R_SHARED] = e[R_SHARED], q[R_TEXT] = e[R_TEXT];
            q[R_PROMPT] = goes_on;
        }
        if (many && k % many == many - 1)
            q[R_PROMPT] = most, q[R_SHARED] = 0;
        if (same && k % same == same - 1 && q[R_SHARED] > 0)
            q[R_PROMPT] = q[R_SHARED];
        q[R_PROMPT] = q[R_PROMPT] > most ? most : q[R_PROMPT];
    }
    return 0;
}
