/*
 * world.h: the pools in virtual time, and a learner's log replayed on them. Part of oracle.c.
 *
 * Every request keeps the serial numbers of what happened to it, and whoever is next is found by looking at all of
 * them: there are no queues here that could be kept wrongly.
 */
#include "../load/load.h"

enum { R_ARRIVAL, R_PROMPT, R_OUT, R_GROUP, R_SHARED, R_WIDTH };
enum { SITES = 16, SEATS = 256, ACTS = 4096, HEAD = 4, GROUPS = 64 };
enum { FUTURE, QUEUED, ADMITTED, COMPUTED, LOST, HERE, OVER };
enum { END_OK, END_LOG_FULL, END_STUCK, END_COUNTS, END_NO_MEMORY, END_REFUSED };
enum { ADMIT = 1, SEND };

static const char *const setting[] = {
    "sites", "prefills", "room", "budget", "ps_token", "ps_score", "ps_weights", "ps_cached", "ps_pass", "ps_wire",
    "ps_msg", "ps_kB", "ttft", "tpot", "layers", "d", "heads", "kv_heads", "hd", "width", "down_at", "down_from",
    "down_to", "first", "mean_prompt", "mean_out",
};

enum { SETTINGS = sizeof setting / sizeof *setting };

/* The published lengths that a case asks for, or NULL: it has its own. */
static const struct load_lengths *published(const struct ridge_case *c)
{
    int64_t table = ridge_int(c, "lengths");
    return table >= 0 && table < LOAD_TABLES ? &load_lengths[table] : NULL;
}

static int64_t mean_of(const int32_t *q, int64_t most)
{
    int64_t sum = 0;
    for (int k = 1; k < LOAD_QUANTILES; k++) {
        int64_t a = q[k - 1] < most ? q[k - 1] : most, b = q[k] < most ? q[k] : most;
        sum += (load_at[k] - load_at[k - 1]) * (a + b);
    }
    return sum / 2000;
}

int cfg_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const struct load_lengths *of = published(c);
    (void)seed;
    if (!b || b->count < SETTINGS)
        return -1;
    int64_t *cfg = b->data;
    for (int k = 0; k < SETTINGS; k++)
        cfg[k] = ridge_int(c, setting[k]);
    if (of) {
        cfg[SETTINGS - 2] = mean_of(of->prompt, ridge_int(c, "max_prompt"));
        cfg[SETTINGS - 1] = mean_of(of->output, ridge_int(c, "max_out"));
    }
    return 0;
}

/* --- requests ------------------------------------------------------------------------------------------ */

static double normal(uint64_t *rng)
{
    double u = 1 - ridge_uniform(rng);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * ridge_uniform(rng));
}

static int64_t length(uint64_t *rng, double median, double sd, double most)
{
    double x = median * exp(sd * normal(rng));
    return x < 1 ? 1 : x > most ? (int64_t)most : (int64_t)x;
}

/* Requests of a published trace's lengths, Poisson, with a burst from the tenth second on and a day if there is one. */
static int traced(const struct ridge_case *c, const struct load_lengths *of, int64_t n, int64_t *q, uint64_t seed)
{
    struct load_cfg cfg = { .arrivals = LOAD_POISSON, .rate_milli = (int32_t)(1000 * ridge_num(c, "rate")), .lengths = of,
                            .max_prompt = (int32_t)ridge_int(c, "max_prompt"), .groups = (int32_t)ridge_int(c, "groups"),
                            .max_output = (int32_t)ridge_int(c, "max_out"),
                            .day_ns = (int64_t)(ridge_num(c, "day_s") * LOAD_NS),
                            .depth_milli = (int32_t)(1000 * ridge_num(c, "depth")) };
    struct load_req *r = calloc((size_t)n + 1, sizeof *r);
    if (ridge_num(c, "burst") > 1) {
        cfg.burst_from = 10 * (int64_t)LOAD_NS, cfg.burst_ns = 5 * (int64_t)LOAD_NS;
        cfg.burst_milli = (int32_t)(1000 * ridge_num(c, "burst"));
    }
    int all = r && load_draw(&cfg, seed, INT64_MAX, r, (size_t)n) == (size_t)n;
    for (int64_t k = 0; all && k < n; k++, q += R_WIDTH) {
        q[R_ARRIVAL] = 1000 * r[k].at;
        q[R_PROMPT] = r[k].prompt + ridge_int(c, "shared"), q[R_OUT] = r[k].output;
        q[R_GROUP] = r[k].group, q[R_SHARED] = ridge_int(c, "shared");
    }
    free(r);
    return all ? 0 : -1;
}

/* Otherwise short ones, so that cases are small: Poisson, lognormal lengths. */
int reqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const struct load_lengths *of = published(c);
    int64_t n = ridge_int(c, "n"), groups = ridge_int(c, "groups"), share = ridge_int(c, "shared");
    double t = 0, rate = ridge_num(c, "rate");
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || groups < 1 || groups > GROUPS)
        return -1;
    int64_t *q = b->data;
    if (of)
        return traced(c, of, n, q, rng);
    for (int64_t k = 0; k < n; k++, q += R_WIDTH) {
        t += rate > 0 ? -log(1 - ridge_uniform(&rng)) / rate : 0;
        q[R_ARRIVAL] = (int64_t)(t * 1e12);
        q[R_PROMPT] = share + length(&rng, ridge_num(c, "med_prompt"), ridge_num(c, "sd_prompt"),
                                     ridge_num(c, "max_prompt"));
        q[R_OUT] = length(&rng, ridge_num(c, "med_out"), ridge_num(c, "sd_out"), ridge_num(c, "max_out"));
        q[R_GROUP] = below(&rng, groups);
        q[R_SHARED] = share;
    }
    return 0;
}

/* --- the truth ----------------------------------------------------------------------------------------- */

struct request {
    const int64_t *q;
    int state, at, to, said;
    int64_t have, hit, need, first, last;
    int64_t computed, landed, lost; /* serial numbers of what happened */
};

struct move {
    int n, id[SEATS], lost, open, streamed;
    int64_t ends, wire, known; /* wire: time on it; known: when the prompt was computed */
};

struct site {
    int64_t left, ends, wire;
    int busy, n, id[SEATS];
    char has[GROUPS];
};

struct pass {
    int at, n, id[SEATS];
};

struct plan {
    int nact, npass, refused;
    int64_t act[ACTS][5];
    struct pass pass[SITES];
};

struct world {
    struct ridge_verdict *v;
    const int64_t *c;
    struct request *r;
    struct move *move;
    struct site site[SITES];
    int n, next, live, nmove, step;
    int64_t now, serial, moved_B;
    double wire, exposed;
};

#define SET(w, name) ((w)->c[set_##name])
enum { set_sites, set_prefills, set_room, set_budget, set_token, set_score, set_weights, set_cached, set_pass, set_wire,
       set_msg, set_kB, set_ttft, set_tpot, set_layers, set_d, set_heads, set_kv, set_hd, set_b, set_down_at,
       set_down_from, set_down_to, set_first };

static int64_t max_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t bound(const struct request *r)
{
    return (r->q[R_OUT] + 31) / 32 * 32;
}

static int64_t hit(const struct world *w, const struct request *r, int at)
{
    return w->site[at].has[r->q[R_GROUP]] ? r->q[R_SHARED] : 0;
}

static int64_t needs(const struct world *w, const struct request *r, int at)
{
    return r->q[R_PROMPT] - hit(w, r, at) + bound(r);
}

/* K and V, of each layer, each head, each of its elements. */
static int64_t bytes_of(const struct world *w, const struct request *r)
{
    return (r->q[R_PROMPT] - r->hit) * SET(w, b) * SET(w, hd) * SET(w, kv) * 2 * SET(w, layers);
}

static void lands(struct world *w, struct request *r, int at)
{
    r->state = HERE;
    r->at = at;
    r->landed = ++w->serial;
    w->site[at].has[r->q[R_GROUP]] = 1;
}

static void token(struct world *w, struct request *r, int at)
{
    r->have = r->q[R_PROMPT] + r->said;
    r->first = r->said ? r->first : w->now;
    r->last = w->now;
    r->said++;
    if (r->state == LOST || (r->state == ADMITTED && r->to == at))
        lands(w, r, at);
    else if (r->state == ADMITTED) {
        r->state = COMPUTED;
        r->computed = ++w->serial;
    }
    if (r->said < r->q[R_OUT])
        return;
    if (r->state == COMPUTED)
        w->site[r->at].left += r->q[R_PROMPT];
    if (r->to >= 0)
        w->site[r->to].left += r->need;
    r->state = OVER;
    w->live--;
}

static void move_ends(struct world *w, struct move *m)
{
    m->open = 0;
    w->wire += (double)m->wire;
    w->exposed += m->lost ? 0 : (double)(w->now - m->known);
    for (int k = 0; k < m->n; k++) {
        struct request *r = &w->r[m->id[k]];
        if (r->state == OVER)
            continue;
        w->site[r->at].left += r->q[R_PROMPT];
        w->moved_B += bytes_of(w, r);
        if (!m->lost) {
            lands(w, r, r->to);
            continue;
        }
        r->state = LOST;
        r->lost = ++w->serial;
        r->have = r->hit;
    }
}

/* Goes to the time of the next event, and lets everything of that time happen. 0: nothing will happen any more. */
static int advance(struct world *w)
{
    int64_t t = w->next < w->n ? w->r[w->next].q[R_ARRIVAL] : INT64_MAX;
    for (int k = 0; k < SET(w, sites); k++)
        t = w->site[k].busy && w->site[k].ends < t ? w->site[k].ends : t;
    for (int k = 0; k < w->nmove; k++)
        t = w->move[k].open && w->move[k].ends < t ? w->move[k].ends : t;
    if (t == INT64_MAX)
        return 0;
    w->now = max_of(t, w->now);
    for (; w->next < w->n && w->r[w->next].q[R_ARRIVAL] <= w->now; w->next++, w->live++)
        w->r[w->next].state = QUEUED;
    for (int k = 0; k < SET(w, sites); k++)
        if (w->site[k].busy && w->site[k].ends <= w->now) {
            w->site[k].busy = 0;
            for (int j = 0; j < w->site[k].n; j++)
                token(w, &w->r[w->site[k].id[j]], k);
        }
    for (int k = 0; k < w->nmove; k++)
        if (w->move[k].open && w->move[k].ends <= w->now)
            move_ends(w, &w->move[k]);
    return 1;
}

/* --- what a decision does -------------------------------------------------------------------------------- */

static void take(struct world *w, struct request *r, int to)
{
    r->hit = hit(w, r, to);
    r->need = needs(w, r, to);
    r->to = to;
    w->site[to].left -= r->need;
}

static struct move *departs(struct world *w, int at, int64_t begin, int64_t end, int64_t known)
{
    struct move *m = &w->move[w->nmove++];
    int64_t cut = max_of(begin, SET(w, down_from));
    m->lost = (SET(w, down_at) < 0 || at == SET(w, down_at)) && begin < SET(w, down_to) && SET(w, down_from) < end;
    m->open = 1;
    m->known = known;
    m->ends = m->lost ? max_of(cut, known) : end;
    w->site[at].wire = m->lost ? cut : end;
    return m;
}

static int64_t message(const struct world *w, int64_t bytes)
{
    return SET(w, msg) + bytes * SET(w, kB) / 1000;
}

static void does_admit(struct world *w, struct request *r, int at, int to)
{
    r->state = ADMITTED;
    r->at = at;
    r->to = -1;
    r->have = hit(w, r, at);
    if (to != at)
        w->site[at].left -= r->q[R_PROMPT];
    if (to >= 0)
        take(w, r, to);
}

static void does_send(struct world *w, int id, int to)
{
    struct request *r = &w->r[id];
    take(w, r, to);
    int64_t begin = max_of(w->now, w->site[r->at].wire), time = message(w, bytes_of(w, r));
    struct move *m = departs(w, r->at, begin, begin + time, w->now);
    m->n = 1;
    m->id[0] = id;
    m->wire = time;
}

static int64_t pass_takes(const struct world *w, const struct pass *p)
{
    int64_t tokens = 0, scores = 0, cached = 0;
    for (int k = 0; k < p->n; k++) {
        const struct request *r = &w->r[p->id[k]];
        int64_t known = r->q[R_PROMPT] + r->said;
        for (int64_t t = r->have; t < known; t++)
            scores += t + 1;
        tokens += known - r->have;
        cached += known;
    }
    int64_t compute = tokens * SET(w, token) + scores * SET(w, score);
    return max_of(compute, SET(w, weights) + cached * SET(w, cached)) + SET(w, pass) + tokens * SET(w, wire);
}

static void does_pass(struct world *w, const struct pass *p)
{
    struct site *x = &w->site[p->at];
    int64_t all = pass_takes(w, p), layers = SET(w, layers), bytes = 0, first = 0, e = x->wire;
    int n = 0, id[SEATS];
    x->busy = 1;
    x->n = p->n;
    memcpy(x->id, p->id, sizeof x->id);
    x->ends = w->now + all;
    for (int k = 0; k < p->n; k++) {
        const struct request *r = &w->r[p->id[k]];
        if (r->state != ADMITTED || r->to < 0 || r->to == p->at)
            continue;
        id[n++] = p->id[k];
        bytes += bytes_of(w, r) / layers;
    }
    if (!n)
        return;
    for (int64_t k = 1; k <= layers; k++) {
        e = max_of(e, w->now + all * k / layers);
        first = k == 1 ? e : first;
        e += message(w, bytes);
    }
    struct move *m = departs(w, p->at, first, e, x->ends);
    m->n = n;
    m->streamed = 1;
    m->wire = layers * message(w, bytes);
    memcpy(m->id, id, sizeof id);
}

/* --- the rule ------------------------------------------------------------------------------------------ */

/* The prefill sites are neighbours, from `first` on. */
static int is_prefill(const struct world *w, int at)
{
    return at >= SET(w, first) && at < SET(w, first) + SET(w, prefills);
}

static int decoder(const struct world *w, const struct request *r)
{
    int best = -1;
    for (int k = 0; k < SET(w, sites); k++) {
        if (is_prefill(w, k) || needs(w, r, k) > w->site[k].left)
            continue;
        int64_t more = best < 0 ? 1 : hit(w, r, k) - hit(w, r, best);
        if (more > 0 || (more == 0 && w->site[k].left > w->site[best].left))
            best = k;
    }
    return best;
}

static void say(struct plan *p, int kind, int id, int at, int to, int64_t bytes)
{
    int64_t *a = p->act[p->nact++];
    a[0] = kind, a[1] = id, a[2] = at, a[3] = to, a[4] = bytes;
}

/* The first of those in `state` by `serial`, of a site or of all (-1), that comes behind `after`; -1: none. */
static int first_in(const struct world *w, int state, int at, size_t serial, int64_t after)
{
    int best = -1;
    int64_t least = INT64_MAX;
    for (int k = 0; k < w->next; k++) {
        const struct request *r = &w->r[k];
        int64_t s = *(const int64_t *)((const char *)r + serial);
        int site = state == LOST ? r->to : r->at;
        if (r->state == state && (at < 0 || site == at) && (state != COMPUTED || r->to < 0) && s > after && s < least) {
            best = k;
            least = s;
        }
    }
    return best;
}

static int is_undecided(const struct world *w)
{
    for (int k = 0; k < w->next; k++)
        if ((w->r[k].state == ADMITTED || w->r[k].state == COMPUTED) && w->r[k].to < 0)
            return 1;
    return 0;
}

static void rule_sends(struct world *w, struct plan *p)
{
    int id, to;
    while ((id = first_in(w, COMPUTED, -1, offsetof(struct request, computed), 0)) >= 0) {
        if ((to = decoder(w, &w->r[id])) < 0)
            return;
        does_send(w, id, to);
        say(p, SEND, id, w->r[id].at, to, bytes_of(w, &w->r[id]));
    }
}

static void rule_admits(struct world *w, int at, struct plan *p)
{
    struct pass *pass = &p->pass[p->npass];
    int64_t tokens = 0;
    int id = 0;
    *pass = (struct pass){ .at = at };
    for (; pass->n < SEATS; pass->n++) {
        while (id < w->next && w->r[id].state != QUEUED)
            id++;
        if (id == w->next)
            break;
        struct request *r = &w->r[id];
        if ((pass->n && tokens + r->q[R_PROMPT] > SET(w, budget)) || r->q[R_PROMPT] > w->site[at].left)
            break;
        int to = is_undecided(w) ? -1 : decoder(w, r);
        does_admit(w, r, at, to);
        say(p, ADMIT, id, at, to, to < 0 ? 0 : bytes_of(w, r));
        pass->id[pass->n] = id;
        tokens += r->q[R_PROMPT];
    }
    p->npass += pass->n > 0;
}

static void rule_decodes(struct world *w, int at, struct plan *p)
{
    struct pass *pass = &p->pass[p->npass];
    int id = first_in(w, LOST, at, offsetof(struct request, lost), 0);
    int64_t after = 0;
    *pass = (struct pass){ .at = at };
    if (id >= 0)
        pass->id[pass->n++] = id;
    while (pass->n < SEATS && (id = first_in(w, HERE, at, offsetof(struct request, landed), after)) >= 0) {
        pass->id[pass->n++] = id;
        after = w->r[id].landed;
    }
    p->npass += pass->n > 0;
}

static void by_rule(struct world *w, struct plan *p)
{
    p->nact = p->npass = 0;
    rule_sends(w, p);
    for (int k = 0; k < SET(w, sites); k++)
        if (is_prefill(w, k) && !w->site[k].busy)
            rule_admits(w, k, p);
    for (int k = 0; k < SET(w, sites); k++)
        if (!is_prefill(w, k) && !w->site[k].busy)
            rule_decodes(w, k, p);
    for (int k = 0; k < p->npass; k++)
        does_pass(w, &p->pass[k]);
}

/* --- the log ------------------------------------------------------------------------------------------- */

static const char *site_name(int64_t to, char *text, size_t size)
{
    snprintf(text, size, to < 0 ? "nowhere yet" : "site %lld", (long long)to);
    return text;
}

static int wrong_act(struct world *w, int k, const int64_t *want, const int64_t *got)
{
    static const char *const name[] = { "?", "ADMIT", "SEND" };
    char a[24], b[24];
    fail(w->v, "step %d at %.3f ms, act %d: %s of request %lld at site %lld to %s, %lld B, expected; got %s of request %lld "
         "at site %lld to %s, %lld B", w->step, (double)w->now * 1e-9, k, name[want[0]], (long long)want[1],
         (long long)want[2], site_name(want[3], a, sizeof a), (long long)want[4],
         name[got[0] == 1 || got[0] == 2 ? got[0] : 0], (long long)got[1], (long long)got[2],
         site_name(got[3], b, sizeof b), (long long)got[4]);
    return 1;
}

static int same_pass(struct world *w, const struct pass *want, const int64_t *got)
{
    if (got[0] != want->at)
        return fail(w->v, "step %d at %.3f ms: a pass of site %d expected, got one of site %lld", w->step,
                    (double)w->now * 1e-9, want->at, (long long)got[0]);
    for (int k = 0; k < want->n || k < got[1]; k++)
        if (k >= want->n || k >= got[1] || want->id[k] != got[2 + k])
            return fail(w->v, "step %d at %.3f ms, site %d: a pass of %d requests expected, got %lld; the first "
                        "difference is in place %d: request %d expected, got %lld (-1: none)", w->step,
                        (double)w->now * 1e-9, want->at, want->n, (long long)got[1], k, k < want->n ? want->id[k] : -1,
                        k < got[1] ? (long long)got[2 + k] : -1LL);
    return 1;
}

/* 1: the step's record is not what the rule does, and that was told. */
static int not_the_rule(struct world *w, const struct plan *p, const int64_t *log)
{
    const int64_t *at = log + 2, none[5] = { 0, -1, -1, -1, 0 };
    for (int k = 0; k < p->nact || k < log[0]; k++) {
        const int64_t *got = k < log[0] ? at + 5 * k : none, *want = k < p->nact ? p->act[k] : none;
        if (k >= p->nact)
            return fail(w->v, "step %d at %.3f ms: an act too much, of request %lld", w->step, (double)w->now * 1e-9,
                        (long long)got[1]), 1;
        if (k >= log[0])
            return fail(w->v, "step %d at %.3f ms: request %lld is not %s, though it is its turn", w->step,
                        (double)w->now * 1e-9, (long long)want[1], want[0] == ADMIT ? "admitted" : "sent"), 1;
        if (memcmp(got, want, sizeof none))
            return wrong_act(w, k, want, got);
    }
    at += 5 * log[0];
    for (int k = 0; k < p->npass || k < log[1]; k++) {
        if (k >= p->npass || k >= log[1])
            return fail(w->v, "step %d at %.3f ms: %d sites begin a pass, got %lld", w->step, (double)w->now * 1e-9,
                        p->npass, (long long)log[1]), 1;
        if (!same_pass(w, &p->pass[k], at))
            return 1;
        at += 2 + at[1];
    }
    return 0;
}

/* --- the learner's own policy ------------------------------------------------------------------------------ */

static int refuse(struct world *w, const char *why, int64_t id)
{
    fail(w->v, "step %d at %.3f ms: %s (request %lld)", w->step, (double)w->now * 1e-9, why, (long long)id);
    return 1;
}

static int own_act(struct world *w, const int64_t *a)
{
    int64_t id = a[1], at = a[2], to = a[3], sites = SET(w, sites);
    if (id < 0 || id >= w->next)
        return refuse(w, "an act for a request that is not there", id);
    struct request *r = &w->r[id];
    if (a[0] == ADMIT) {
        if (r->state != QUEUED || at < 0 || at >= sites || to < -1 || to >= sites)
            return refuse(w, "ADMIT of a request that is not in the queue, or of a site that is none", id);
        does_admit(w, r, (int)at, (int)to);
    } else {
        if (a[0] != SEND || r->state != COMPUTED || r->to >= 0 || to < 0 || to >= sites || to == r->at)
            return refuse(w, "SEND of a request whose prompt is not computed, or is decided, or to no other site", id);
        does_send(w, (int)id, (int)to);
    }
    if (w->site[r->at].left < 0 || (r->to >= 0 && w->site[r->to].left < 0))
        return refuse(w, "more is taken than a site has room for", id);
    int64_t travels = r->to >= 0 && r->to != r->at ? bytes_of(w, r) : 0;
    if (a[4] != travels) {
        fail(w->v, "step %d: of request %lld %lld B travel, got %lld", w->step, (long long)id, (long long)travels,
             (long long)a[4]);
        return 1;
    }
    return 0;
}

static int own_pass(struct world *w, const int64_t *log)
{
    struct pass p = { .at = (int)log[0], .n = (int)log[1] };
    if (log[0] < 0 || log[0] >= SET(w, sites) || w->site[log[0]].busy || p.n < 1)
        return refuse(w, "a pass of a site that is none or not idle, or of nobody", -1);
    for (int k = 0; k < p.n; k++) {
        int64_t id = log[2 + k];
        const struct request *r = id >= 0 && id < w->next ? &w->r[id] : NULL;
        for (int j = 0; j < k; j++)
            if (p.id[j] == id)
                return refuse(w, "twice in one pass", id);
        if (!r || !((r->at == p.at && (r->state == ADMITTED || r->state == HERE)) ||
                    (r->to == p.at && r->state == LOST)))
            return refuse(w, "a pass with a request that has nothing to compute there", id);
        p.id[k] = (int)id;
    }
    does_pass(w, &p);
    return 0;
}

static int by_learner(struct world *w, const int64_t *log)
{
    const int64_t *at = log + 2;
    for (int64_t k = 0; k < log[0]; k++, at += 5)
        if (own_act(w, at))
            return 1;
    for (int64_t k = 0; k < log[1]; k++, at += 2 + at[1])
        if (own_pass(w, at))
            return 1;
    return 0;
}

/* The record at `at` of the log is whole. Its length, or 0. */
static size_t record(const int64_t *log, size_t at, size_t used)
{
    size_t n = 2;
    if (at + 2 > used || log[at] < 0 || log[at] > ACTS || log[at + 1] < 0 || log[at + 1] > SITES)
        return 0;
    n += 5 * (size_t)log[at];
    for (int64_t k = 0; k < log[at + 1]; k++) {
        if (at + n + 2 > used || log[at + n + 1] < 0 || log[at + n + 1] > SEATS)
            return 0;
        n += 2 + (size_t)log[at + n + 1];
    }
    return at + n <= used ? n : 0;
}

static int replay(struct world *w, const int64_t *log, size_t count, struct plan *p)
{
    static const char *const ended[] = { "", "the log is full: far too many passes",
        "nothing runs or travels, nobody will come, and somebody is not served", "a number of acts or passes that cannot be",
        "ds_new gave NULL", "something that cannot be done" };
    size_t at = HEAD, used = log[0] >= 0 && (size_t)log[0] <= count ? (size_t)log[0] : 0, n;
    for (; w->step < log[1]; w->step++, at += n) {
        n = record(log, at, used);
        if (!n || !advance(w))
            return fail(w->v, "the log is damaged"), 1;
        if (!SET(w, prefills)) {
            if (by_learner(w, log + at))
                return 1;
            continue;
        }
        by_rule(w, p);
        if (not_the_rule(w, p, log + at))
            return 1;
    }
    if (log[2] != END_OK || w->live || w->next < w->n)
        return fail(w->v, "after %d steps, at %.3f ms: %s", w->step, (double)w->now * 1e-9,
                    ended[log[2] > 0 && log[2] <= END_REFUSED ? log[2] : END_STUCK]), 1;
    return 0;
}

/* --- what came of it ----------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void count_run(const struct world *w)
{
    double *first = calloc((size_t)w->n + 1, sizeof *first), *then = calloc((size_t)w->n + 1, sizeof *then);
    double good = 0, late = 0, slow = 0, end = 0;
    for (int k = 0; first && then && k < w->n; k++) {
        const struct request *r = &w->r[k];
        first[k] = (double)(r->first - r->q[R_ARRIVAL]) * 1e-9;
        then[k] = r->q[R_OUT] > 1 ? (double)(r->last - r->first) * 1e-9 / (double)(r->q[R_OUT] - 1) : 0;
        int is_late = first[k] > (double)SET(w, ttft) * 1e-9, is_slow = then[k] > (double)SET(w, tpot) * 1e-9;
        late += is_late, slow += is_slow, good += !is_late && !is_slow;
        end = fmax(end, (double)r->last);
    }
    qsort(first, (size_t)w->n, sizeof *first, by_size);
    qsort(then, (size_t)w->n, sizeof *then, by_size);
    int p99 = (w->n - 1) * 99 / 100;
    double span = (end - (double)w->r[0].q[R_ARRIVAL]) * 1e-12;
    ridge_count(w->v, "goodput", span > 0 ? good / span : 0);
    ridge_count(w->v, "attained_pct", 100 * good / w->n);
    ridge_count(w->v, "late_pct", 100 * late / w->n);
    ridge_count(w->v, "slow_pct", 100 * slow / w->n);
    ridge_count(w->v, "ttft_p99_ms", first[p99]);
    ridge_count(w->v, "tpot_p99_ms", then[p99]);
    ridge_count(w->v, "moved_GB", (double)w->moved_B * 1e-9);
    ridge_count(w->v, "hidden_pct", w->wire > 0 ? 100 * (1 - w->exposed / w->wire) : 0);
    free(first);
    free(then);
}

static int judge(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *log = ridge_buffer(c, "log"), *cfg = ridge_buffer(c, "cfg");
    const int64_t *q = ridge_data(c, "reqs");
    struct world *w = calloc(1, sizeof *w);
    struct plan *p = calloc(1, sizeof *p);
    int rc = -1;
    if (w && p && log && cfg && q) {
        w->v = v, w->c = cfg->data, w->n = (int)ridge_int(c, "n");
        w->r = calloc((size_t)w->n + 1, sizeof *w->r);
        w->move = calloc((size_t)w->n + 1, sizeof *w->move);
        for (int k = 0; w->r && k < w->n; k++)
            w->r[k] = (struct request){ .q = q + (size_t)k * R_WIDTH, .at = -1, .to = -1 };
        for (int k = 0; k < SITES; k++)
            w->site[k].left = SET(w, room);
        if (w->r && w->move) {
            rc = 0;
            v->pass = !replay(w, log->data, log->count, p);
            if (v->pass)
                count_run(w);
        }
        free(w->r);
        free(w->move);
    }
    free(w);
    free(p);
    return rc;
}

int pools_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return judge(c, v);
}

int serve_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return judge(c, v);
}
