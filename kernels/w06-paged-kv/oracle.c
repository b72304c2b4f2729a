/*
 * oracle.c: the trusted side of w06-paged-kv: it makes the operations and the requests, and judges
 * the logs. blocks.h replays the block manager, engine.h the scheduler; both say what they check.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

#include "blocks.h"
#include "engine.h"

/* -------------------------------------------------------------------------------------- inputs */

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static double normal(uint64_t *s)
{
    double u = 1 - ridge_uniform(s), t = 6.283185307179586 * ridge_uniform(s);
    return sqrt(-2 * log(u)) * cos(t);
}

/* A field of the case, or `otherwise` when the case does not have it. */
static double field(const struct ridge_case *c, const char *name, double otherwise)
{
    double x = ridge_num(c, name);
    return isnan(x) ? otherwise : x;
}

struct script {
    int32_t *op;
    int n, nops, tokens, cap; /* tokens appended so far, and how many there may be */
};

static void say(struct script *s, int kind, int a, int b, int n)
{
    if (s->n == s->nops || (kind == OP_APPEND && n > s->cap - s->tokens))
        return;
    int32_t *o = s->op + 4 * s->n++;
    o[0] = kind, o[1] = a, o[2] = b, o[3] = n;
    s->tokens += kind == OP_APPEND && n > 0 ? n : 0;
}

/* Read every token of a sequence of `len` back, and one past its end. */
static void read_back(struct script *s, int seq, int len)
{
    for (int p = 0; p <= len; p++)
        say(s, OP_SLOT, seq, 0, p);
}

/* A parent in mid-block, four children, each of which then goes its own way. */
static void fork_four(struct script *s, int bs)
{
    int prompt = 2 * bs + (bs + 1) / 2;
    say(s, OP_APPEND, 0, 0, prompt);
    for (int c = 1; c <= 4; c++)
        say(s, OP_FORK, 0, c, 0);
    for (int c = 1; c <= 4; c++)
        say(s, OP_APPEND, c, 0, c);
    say(s, OP_APPEND, 0, 0, bs + 1);
    for (int c = 0; c <= 4; c++)
        read_back(s, c, prompt + (c ? c : bs + 1));
    say(s, OP_FREE, 0, 0, 0); /* the parent goes first: its children live on */
    for (int c = 1; c <= 4; c++)
        read_back(s, c, prompt + c);
    say(s, OP_FORK, 4, 0, 0);
    say(s, OP_APPEND, 0, 0, 2 * bs);
    for (int c = 4; c >= 0; c--)
        say(s, OP_FREE, c, 0, 0);
    say(s, OP_FREE, 2, 0, 0); /* twice */
    say(s, OP_APPEND, 9, 0, 0);
    say(s, OP_FREE, 9, 0, 0);
    say(s, OP_FORK, 9, 8, 0);
}

/* Fill the pool, free in an order that leaves holes everywhere, fill the holes with one. */
static void adversary(struct script *s, int blocks, int bs)
{
    int each = 4, n = blocks / each;
    for (int turn = 0; turn < 3; turn++) {
        for (int k = 0; k < n * each; k++) /* block by block, round robin: tables interleave */
            say(s, OP_APPEND, k % n, 0, bs);
        say(s, OP_APPEND, n, 0, bs * (blocks - n * each) + 1); /* one token too many */
        for (int k = 0; k < n; k++)
            if (turn == 0 ? k % 2 : turn == 1 ? k * 7 % n % 3 == 0 : k < n / 2)
                say(s, OP_FREE, k, 0, 0);
        say(s, OP_APPEND, n + 1, 0, bs * n);
        say(s, OP_SLOT, n + 1, 0, bs * n - 1);
        say(s, OP_APPEND, n + 1, 0, bs * blocks); /* cannot fit: nothing may change */
        for (int k = 0; k <= n + 1; k++) {
            say(s, OP_SLOT, k, 0, bs * each - 1);
            say(s, OP_FREE, n + 1 - k, 0, 0);
        }
    }
}

/* Short appends round robin, never more than 960 blocks in use, however large the pool is. */
static void steady(struct script *s, int bs, uint64_t *rng)
{
    int len[48] = { 0 };
    for (int k = 0; s->n < s->nops && s->tokens < s->cap - 8; k = (k + 1) % 48) {
        int n = 1 + below(rng, 8);
        if (len[k] + n > 20 * bs) {
            say(s, OP_FREE, k, 0, 0);
            len[k] = 0;
        }
        say(s, OP_APPEND, k, 0, n);
        len[k] += n;
    }
}

/* Ids beside the range, a negative count or place, and more tokens than any pool has slots. */
static void nonsense(struct script *s, int seq, int kind, uint64_t *rng)
{
    int op = 1 + below(rng, 4);
    if (kind < 2)
        say(s, op, kind ? SEQS : -1, seq, 1);
    else if (below(rng, 4))
        say(s, op == OP_FREE ? OP_FORK : op, seq, SEQS, -1);
    else if (s->n < s->nops)
        memcpy(s->op + 4 * s->n++, (int32_t[]){ OP_APPEND, seq, 0, INT32_MAX }, 4 * sizeof *s->op);
}

static void random_ops(struct script *s, int blocks, int bs, uint64_t *rng)
{
    int nseq = 12;
    while (s->n < s->nops) {
        int a = below(rng, nseq), what = below(rng, 100);
        if (what < 38)
            say(s, OP_APPEND, a, 0, below(rng, 2 + bs * 2)); /* 0 as well */
        else if (what < 40)
            say(s, OP_APPEND, a, 0, bs * (1 + below(rng, 1 + blocks / 2)));
        else if (what < 56)
            say(s, OP_FORK, a, below(rng, nseq), 0);
        else if (what < 74)
            say(s, OP_FREE, a, 0, 0);
        else if (what < 97)
            say(s, OP_SLOT, a, 0, below(rng, bs * 6));
        else
            nonsense(s, a, what - 97, rng);
        if (s->tokens > s->cap - 4 * bs)
            say(s, OP_SLOT, a, 0, below(rng, bs * 6));
    }
}

int ops_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int blocks = (int)ridge_int(c, "blocks"), bs = (int)ridge_int(c, "bs");
    struct script s = { .nops = (int)ridge_int(c, "nops"), .cap = (int)ridge_int(c, "tok_cap") };
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I32 || b->count < (size_t)s.nops * 4)
        return -1;
    s.op = b->data;
    switch ((int)field(c, "script", 0)) {
    case 1:
        fork_four(&s, bs);
        break;
    case 2:
        adversary(&s, blocks, bs);
        break;
    case 3:
        steady(&s, bs, &rng);
        break;
    default:
        random_ops(&s, blocks, bs, &rng);
    }
    while (s.n < s.nops) /* the rest reads tokens that may or may not be there */
        say(&s, OP_SLOT, below(&rng, 6), 0, below(&rng, 3 * bs));
    return 0;
}

static int64_t lognormal(uint64_t *rng, double mu, double sd, int64_t most)
{
    double x = exp(mu + sd * normal(rng));
    return x < 1 ? 1 : x > (double)most ? most : (int64_t)x;
}

/* Poisson arrivals at `rate` a second (0: all at once), log-normal lengths. */
int reqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int n = (int)ridge_int(c, "n"), zero = (int)field(c, "zero_every", 0);
    int big = (int)field(c, "big_every", 0);
    int64_t max_prompt = ridge_int(c, "max_prompt"), max_new = ridge_int(c, "max_new");
    int64_t pool = ridge_int(c, "blocks") * ridge_int(c, "bs");
    double rate = field(c, "rate", 0), t = 0;
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I64 || b->count < (size_t)n * 4 || max_new < 1)
        return -1;
    int64_t *r = b->data;
    for (int k = 0; k < n; k++, r += 4) {
        t += rate > 0 ? -log(1 - ridge_uniform(&rng)) / rate : 0;
        r[0] = (int64_t)(t * 1e12);
        r[1] = lognormal(&rng, field(c, "mu_prompt", 5), field(c, "sd_prompt", 1), max_prompt);
        r[2] = lognormal(&rng, field(c, "mu_new", 5), field(c, "sd_new", 1), max_new);
        r[3] = max_new;
        if (zero && k % zero == zero - 1)
            r[2] = 0;
        if (big && k % big == big - 1)
            r[1] = pool - max_new + 1 + below(&rng, 5); /* by one token or a few too long */
    }
    return 0;
}

/* ----------------------------------------------------------------------------------- verdicts */

int bm_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return judge_bm(c, v);
}

static double longest_wait(const struct world *w)
{
    int64_t most = 0;
    for (int k = 0; k < w->n; k++)
        if (w->r[k].first_run >= 0 && w->r[k].first_run - w->r[k].arrival > most)
            most = w->r[k].first_run - w->r[k].arrival;
    return (double)most * 1e-12;
}

static void count_latency(const struct world *w, struct ridge_verdict *v)
{
    double ttft = 0, tpot = 0;
    int n = 0, m = 0, rejected = 0;
    for (int k = 0; k < w->n; k++) {
        const struct request *r = &w->r[k];
        rejected += r->state == REJECTED;
        if (r->first_token < 0)
            continue;
        ttft += (double)(r->first_token - r->arrival) * 1e-9;
        n++;
        if (r->output > 1) {
            tpot += (double)(r->end - r->first_token) * 1e-9 / (r->output - 1);
            m++;
        }
    }
    ridge_count(v, "rejected", rejected);
    ridge_count(v, "ttft_mean_ms", n ? ttft / n : 0);
    ridge_count(v, "tpot_mean_ms", m ? tpot / m : 0);
}

static double per(double a, double b)
{
    return b > 0 ? a / b : 0;
}

/* `fresh` is a world that nothing has happened in yet; it is used up. */
static void count_run(const struct world *w, struct world *fresh, struct decision *d,
                      struct ridge_verdict *v)
{
    double begin = (double)w->r[0].arrival * 1e-12, span = (double)w->now * 1e-12 - begin;
    double fixed = (double)run_static(fresh) * 1e-12 - begin, wait = longest_wait(w);
    run_fcfs(fresh, w->watermark >= 0 ? w->watermark : w->blocks / 100, d);
    double fcfs_wait = longest_wait(fresh), fcfs_span = (double)fresh->now * 1e-12 - begin;
    ridge_count(v, "steps", w->steps);
    ridge_count(v, "tok_s", per((double)w->generated, span));
    ridge_count(v, "makespan_s", span);
    ridge_count(v, "vs_static", per(fixed, span));
    ridge_count(v, "vs_fcfs", per(fcfs_span, span));
    ridge_count(v, "waste_pct", 100 * per((double)(w->slots_held - w->slots_used),
                                          (double)w->slots_held));
    ridge_count(v, "max_wait_s", wait);
    ridge_count(v, "max_wait_x", fcfs_wait > 0 ? wait / fcfs_wait : 1);
    ridge_count(v, "preemptions", (double)w->preempted);
    ridge_count(v, "recompute_tok", (double)w->recomputed);
    ridge_count(v, "batch_mean", per((double)w->decoded, w->steps));
    count_latency(w, v);
}

int sched_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *log = ridge_buffer(c, "log");
    struct world *w = malloc(sizeof *w), *fresh = malloc(sizeof *fresh);
    struct decision *d = calloc(1, sizeof *d), *rule = calloc(1, sizeof *rule);
    int rc = -1;
    if (w && fresh)
        w->owner = fresh->owner = NULL;
    if (w && fresh && d && rule && log && log->count >= HEAD && log->count < 1u << 30 &&
        !world_init(w, c, v) && !world_init(fresh, c, v)) {
        v->pass = !replay_log(w, log->data, (int)log->count, d, rule);
        if (v->pass)
            count_run(w, fresh, d, v);
        rc = 0;
    }
    if (w && fresh) {
        free(w->owner);
        free(fresh->owner);
    }
    free(w);
    free(fresh);
    free(d);
    free(rule);
    return rc;
}
