/* serve.h: loads as traces, and replicas that are run again with the decisions that were written down. Part of oracle.c. */

enum { HEAD = 2, LOG_ROUTE = 1, LOG_SCHED, LOG_SCALE };

static int64_t seconds_of(const struct ridge_case *c, const char *name)
{
    return num(c, name) * 1000000000;
}

/* at, prompt, output, class, group: a prompt is its group's beginning and what was drawn. */
int reqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    (void)rng;
    size_t n = (size_t)num(c, "n");
    struct load_req *r = calloc(n + 1, sizeof *r);
    struct load_cfg l = { .arrivals = (enum load_arrivals)num(c, "arrivals"), .rate_milli = (int32_t)num(c, "rate_milli"),
                          .cv_milli = (int32_t)num(c, "cv_milli"), .day_ns = seconds_of(c, "day_s"),
                          .depth_milli = (int32_t)num(c, "depth_milli"), .burst_from = seconds_of(c, "burst_from_s"),
                          .burst_ns = seconds_of(c, "burst_s"), .burst_milli = (int32_t)num(c, "burst_milli"),
                          .lengths = &load_lengths[num(c, "lengths")], .tail_milli = (int32_t)num(c, "tail_milli"),
                          .tail_alpha_milli = 1200, .max_prompt = (int32_t)num(c, "max_prompt"),
                          .max_output = (int32_t)num(c, "max_output"), .groups = (int32_t)num(c, "groups") };
    l.states = num(c, "lengths") == LOAD_AZURE_CODE ? load_azure_code : load_azure_conv;
    l.states.low_ns /= num(c, "hurry"), l.states.high_ns /= num(c, "hurry");
    l.share[0] = (int32_t)num(c, "urgent"), l.share[1] = 1;
    l.share[2] = num(c, "classes") > 2;
    size_t got = r ? load_draw(&l, seed, INT64_MAX / 4, r, n) : 0;
    for (size_t k = 0; k < got; k++, out += Q_WIDTH) {
        out[Q_AT] = r[k].at;
        out[Q_PROMPT] = r[k].prompt + num(c, "system");
        out[Q_OUT] = r[k].output;
        out[Q_CLS] = r[k].cls;
        out[Q_GROUP] = r[k].group;
    }
    free(r);
    return got == n ? 0 : -1;
}

int setting_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const struct {
        int at;
        const char *name;
        int64_t unit;
    } field[] = { { C_SEATS, "seats", 1 }, { C_BUDGET, "budget", 1 }, { C_KV, "kv", 1 }, { C_TOKEN, "ps_token", 1 },
                  { C_SCORE, "ps_score", 1 }, { C_WEIGHTS, "ps_weights", 1 }, { C_CACHED, "ps_cached", 1 },
                  { C_REPLICAS, "replicas", 1 }, { C_SPOT, "spot", 1 }, { C_SYSTEM, "system", 1 }, { C_KEEP, "keep", 1 },
                  { C_COLD, "cold_s", 1000000000 }, { C_TICK, "tick_ms", 1 }, { C_RATE, "rate", 1 },
                  { C_DRAIN, "drain_ms", 1 }, { C_UTIL, "util", 1 }, { C_MIN, "min", 1 }, { C_MAX, "max", 1 },
                  { C_HOLD, "hold", 1 } };
    FILL(c, buffer, int64_t, out, rng);
    (void)rng;
    for (size_t k = 0; k < sizeof field / sizeof *field; k++)
        out[field[k].at] = num(c, field[k].name) * field[k].unit;
    for (int k = 0; k < SLO_CLASSES; k++) { /* each class has four times the time of the one before */
        out[C_TTFT + k] = (num(c, "ttft_ms") << 2 * k) * 1000000;
        out[C_TPOT + k] = (num(c, "tpot_ms") << k) * 1000000;
        out[C_PATIENCE + k] = num(c, "patience_ms") * 1000000;
    }
    return 0;
}

int losses_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    (void)rng;
    int64_t spot = num(c, "spot");
    struct load_loss l[SLO_REPLICAS];
    size_t n = spot ? load_spot(seed, (int32_t)spot, seconds_of(c, "life_s"), seconds_of(c, "warn_s"), INT64_MAX / 8, l)
                    : 0;
    for (size_t k = 0; k < n; k++)
        out[3 * k + L_NOTICE] = l[k].notice, out[3 * k + L_GONE] = l[k].gone, out[3 * k + L_MACHINE] = l[k].machine;
    return 0;
}

/* --- once more, with the log --------------------------------------------------------------------------- */

struct replay {
    struct sim s;
    struct ruler ruler;
    struct ridge_verdict *v;
    const int32_t *log;
    int64_t used, cap;
    plan_t want;
};

/* The next word of the log; where there is none, the run ends. */
static int32_t next(struct replay *w)
{
    if (w->used >= w->cap) {
        w->s.end = END_LOG;
        return -1;
    }
    return w->log[w->used++];
}

static int differ(struct replay *w, const char *form, ...)
{
    va_list a;
    size_t n = (size_t)snprintf(w->v->message, sizeof w->v->message, "at %.6f s, ", (double)w->s.now / 1e9);
    va_start(a, form);
    vsnprintf(w->v->message + n, sizeof w->v->message - n, form, a);
    va_end(a);
    return w->s.end = END_LOG;
}

static int read_route(struct sim *s, int id, const replica_t *r, int n)
{
    struct replay *w = s->call->user;
    int tag = next(w), to = next(w), want = rule_route((int)s->job[id].q[Q_PROMPT], r, n);
    if (!s->end && tag == LOG_ROUTE && s->cfg.budget >= 0 && to != want)
        differ(w, "request %d of %ld tokens goes to replica %d, got %d", id, (long)s->job[id].q[Q_PROMPT], want, to);
    return tag == LOG_ROUTE ? to : -1;
}

static int read_sched(struct sim *s, int replica, const job_t *job, int n, plan_t *p)
{
    struct replay *w = s->call->user;
    char text[200];
    int tag = next(w);
    p->ndrop = next(w);
    if (tag == LOG_SCHED && p->ndrop == -1)
        return END_COUNTS;
    p->npiece = next(w);
    if (tag != LOG_SCHED || p->ndrop < 0 || p->ndrop > SLO_JOBS || p->npiece < 0 || p->npiece > SLO_JOBS)
        return END_LOG;
    for (int k = 0; k < p->ndrop; k++)
        p->drop[k] = next(w);
    for (int k = 0; k < p->npiece; k++) {
        p->piece[k].id = next(w);
        p->piece[k].n = next(w);
    }
    if (s->cfg.budget < 0 || s->end)
        return s->end;
    rule_sched(&s->cfg, s->now, job, n, &w->want);
    if (differs(&w->want, p, text, sizeof text))
        return differ(w, "replica %d, %d jobs: %s", replica, n, text);
    return 0;
}

static int read_scale(struct sim *s, const scale_in_t *in)
{
    struct replay *w = s->call->user;
    int tag = next(w), got = next(w), want = rule_scale(&s->scale, in, &w->ruler);
    if (!s->end && tag == LOG_SCALE && got != want)
        differ(w, "%d ready, %d starting, %ld tokens wait, %ld came: slo_autoscale gives %d, got %d", in->ready,
               in->starting, (long)in->waiting, (long)in->arrived, want, got);
    return tag == LOG_SCALE ? got : -1;
}

static int explain(struct replay *w, int end)
{
    static const char *const why[] = {
        [END_LOG_FULL] = "more decisions than the log has room for", [END_COUNTS] = "a plan has more entries than it may",
        [END_STUCK] = "nothing is computed any more, and requests are left", [END_MEMORY] = "no memory",
        [END_LOG] = "the log ends in the middle", [END_ROUTE] = "a request goes to a replica that was not offered",
        [END_SCALE] = "a number of replicas below min or above max", [END_SLOTS] = "more than 64 replicas were started",
        [END_DROP] = "a job is dropped that has no seat", [END_PIECE] = "a piece that its job cannot take",
        [END_SEATS] = "more jobs run than there are seats", [END_KV] = "more cache is taken than there is",
        [END_BUDGET] = "more tokens than the budget", [END_IDLE] = "there are jobs, and no piece",
    };
    struct sim *s = &w->s;
    if (w->v->message[0])
        return 0;
    return say(w->v, "at %.6f s: %s (request %d; %d of %d are through)", (double)s->now / 1e9, why[end], s->bad,
               s->finished, s->n);
}

/* --- what no policy may do, whatever its plans looked like ---------------------------------------------- */

static int invariants(struct replay *w)
{
    struct sim *s = &w->s;
    int64_t said = 0, wanted = 0;
    for (int k = 0; k < s->n; k++) {
        const struct sim_job *j = &s->job[k];
        said += j->said;
        wanted += j->q[Q_OUT];
        if (j->at != FINISHED || j->first < j->q[Q_AT] || j->last < j->first || j->said != j->q[Q_OUT])
            return say(w->v, "request %d: came at %ld, first token at %ld, last at %ld, %d of %ld tokens", k,
                       (long)j->q[Q_AT], (long)j->first, (long)j->last, j->said, (long)j->q[Q_OUT]);
    }
    for (int k = 0; k < s->slots; k++)
        if (s->rep[k].busy > s->rep[k].end - s->rep[k].start || s->rep[k].seated || s->rep[k].used)
            return say(w->v, "replica %d is busy for longer than it lives, or its cache is not empty at the end", k);
    return said == wanted ? 1 : say(w->v, "%ld tokens were said, %ld were asked for", (long)said, (long)wanted);
}

/* --- an upper bound on promises that anybody could have kept --------------------------------------------- */

struct due {
    int64_t from, by, work; /* in nanoseconds of one machine that is as fast as all replicas together */
};

static int by_work(const void *a, const void *b)
{
    const struct due *x = a, *y = b;
    return (x->work > y->work) - (x->work < y->work);
}

/* Can all of these be done in time on one machine that changes jobs as it likes? By earliest due date, which can if
 * anything can; jobs come in the order of `from`. */
static int fits(const struct due *d, const int64_t *work, const int *order, int n, int64_t *left)
{
    int64_t t = 0;
    int next_one = 0, open = 0;
    static int ready[4096];
    while (next_one < n || open) {
        while (next_one < n && (d[order[next_one]].from <= t || !open)) {
            int j = order[next_one++];
            t = t < d[j].from && !open ? d[j].from : t;
            left[j] = work[j];
            if (work[j] > 0)
                ready[open++] = j;
        }
        if (!open)
            continue;
        int best = 0;
        for (int k = 1; k < open; k++)
            if (d[ready[k]].by < d[ready[best]].by)
                best = k;
        int j = ready[best];
        int64_t until = next_one < n ? d[order[next_one]].from : INT64_MAX;
        int64_t run = left[j] < until - t ? left[j] : until - t;
        t += run;
        left[j] -= run;
        if (t > d[j].by && run > 0)
            return 0;
        if (!left[j])
            ready[best] = ready[--open];
        else if (run == 0)
            t = until;
    }
    return 1;
}

/*
 * How many first tokens can come in time at most, if everything is known beforehand: all replicas are one machine that
 * needs for a token what arithmetic alone needs, cached beginnings are free, decodes too, and a request may be served in
 * part. Of such parts the most are had by taking the smallest request first and as much of each as still fits (the sets
 * that fit are a polymatroid), so the sum of the parts is above what any scheduler can do.
 */
static double clairvoyant(const struct sim *s, int machines)
{
    int n = s->n;
    struct due *d = calloc((size_t)n + 1, sizeof *d);
    int64_t *work = calloc((size_t)n + 1, sizeof *work), *left = calloc((size_t)n + 1, sizeof *left);
    int *order = calloc((size_t)n + 1, sizeof *order), *of = calloc((size_t)n + 1, sizeof *of);
    double sum = 0;
    for (int k = 0; d && k < n; k++) {
        const int64_t *q = s->job[k].q;
        int64_t fresh = q[Q_PROMPT] - s->c[C_SYSTEM];
        d[k] = (struct due){ q[Q_AT], q[Q_AT] + s->cfg.cls[q[Q_CLS]].ttft,
                             (fresh < 1 ? 1 : fresh) * s->cfg.price.token / 1000 / machines };
    }
    if (d && work && left && order && of) {
        qsort(d, (size_t)n, sizeof *d, by_work);
        for (int k = 0; k < n; k++)
            order[k] = k;
        for (int a = 1; a < n; a++) /* by time of arrival */
            for (int b = a; b > 0 && d[order[b]].from < d[order[b - 1]].from; b--) {
                int t = order[b];
                order[b] = order[b - 1], order[b - 1] = t;
            }
        for (int k = 0; k < n; k++) {
            int64_t low = 0, high = d[k].work;
            work[k] = high;
            if (!fits(d, work, order, n, left)) {
                while (high - low > d[k].work / 64 + 1) {
                    work[k] = (low + high) / 2;
                    *(fits(d, work, order, n, left) ? &low : &high) = work[k];
                }
                work[k] = low;
            } else
                high = d[k].work;
            sum += d[k].work ? (double)high / (double)d[k].work : 1; /* rounded up: a bound */
        }
    }
    free(d), free(work), free(left), free(order), free(of);
    return sum;
}

/* --- figures ------------------------------------------------------------------------------------------- */

static void figures(struct replay *w, const struct ridge_case *c)
{
    struct sim *s = &w->s;
    size_t n = (size_t)s->n, urgent = 0;
    int64_t *ttft = calloc(n + 1, sizeof *ttft), *tpot = calloc(n + 1, sizeof *tpot), *kept = calloc(n + 1, sizeof *kept);
    int64_t all = 0, said = 0, said_kept = 0, busy = 0, longest = 0, life[3 * SLO_REPLICAS], low, high;
    int64_t price[2] = { num(c, "usd_h_milli") * 1000, num(c, "spot_h_milli") * 1000 };
    double sheet[4], glow, ghigh, in_time = 0;
    for (size_t k = 0; ttft && tpot && kept && k < n; k++) {
        const struct sim_job *j = &s->job[k];
        struct load_served r = { j->q[Q_AT], j->first, j->last, (int32_t)j->q[Q_PROMPT], (int32_t)j->q[Q_OUT] };
        struct load_promise p = { s->cfg.cls[j->q[Q_CLS]].ttft, s->cfg.cls[j->q[Q_CLS]].tpot };
        kept[k] = load_kept(&r, &p);
        all += kept[k];
        in_time += load_ttft(&r) <= p.ttft;
        said += j->said;
        said_kept += kept[k] ? j->said : 0;
        longest = load_ttft(&r) > longest ? load_ttft(&r) : longest;
        tpot[k] = load_tpot(&r);
        if (!j->q[Q_CLS])
            ttft[urgent++] = load_ttft(&r);
    }
    for (int k = 0; k < s->slots; k++) {
        busy += s->rep[k].busy;
        life[3 * k] = s->rep[k].start, life[3 * k + 1] = s->rep[k].end, life[3 * k + 2] = s->rep[k].spot;
    }
    rule_cost(life, s->slots, price, num(c, "least_s"), busy, said, said_kept, sheet);
    int64_t span = s->job[n - 1].q[Q_AT];
    double per_s = span > 0 ? 1e9 / (double)span : 0;
    load_bootstrap(kept, n, 50, 400, 1, &glow, &ghigh);
    load_sort(ttft, urgent), load_sort(tpot, n);
    ridge_count(w->v, "goodput", (double)all * per_s);
    ridge_count(w->v, "goodput_low", glow * (double)n * per_s);
    ridge_count(w->v, "goodput_high", ghigh * (double)n * per_s);
    ridge_count(w->v, "kept_pct", 100.0 * (double)all / (double)n);
    if (urgent) {
        load_interval(urgent, 990000, &low, &high);
        ridge_count(w->v, "ttft_p99_ms", (double)ttft[load_rank(urgent, 990000)] / 1e6);
        ridge_count(w->v, "ttft_p99_low_ms", low < 0 ? 0 : (double)ttft[low] / 1e6);
        ridge_count(w->v, "ttft_p99_high_ms", (double)ttft[high < (int64_t)urgent ? high : (int64_t)urgent - 1] / 1e6);
    }
    ridge_count(w->v, "tpot_p99_ms", (double)tpot[load_rank(n, 990000)] / 1e6);
    ridge_count(w->v, "longest_wait_ms", (double)longest / 1e6);
    ridge_count(w->v, "drops", (double)s->drops);
    ridge_count(w->v, "hit_pct", s->prompts ? 100.0 * (double)s->hit / (double)s->prompts : 0);
    ridge_count(w->v, "tok_s", (double)said * per_s);
    ridge_count(w->v, "use_pct", 100 * sheet[3]);
    ridge_count(w->v, "usd", sheet[0]);
    ridge_count(w->v, "usd_mtok", said ? sheet[1] : 0);
    ridge_count(w->v, "usd_mtok_kept", said_kept ? sheet[2] : 0);
    ridge_count(w->v, "mtok_per_usd", sheet[0] > 0 ? (double)said_kept / 1e6 / sheet[0] : 0);
    if (num(c, "bound"))
        ridge_count(w->v, "bound_pct", 100 * in_time / clairvoyant(s, (int)s->c[C_REPLICAS]));
    free(ttft), free(tpot), free(kept);
}

/* The harness drew what it ran; it must be what the log says. */
static int curves_agree(struct replay *w, const struct ridge_case *c)
{
    static const char *const name[] = { "came", "kept", "paid" };
    int n = (int)num(c, "seconds"), same = 1;
    float *want[3] = { NULL };
    for (int k = 0; k < 3; k++)
        want[k] = calloc((size_t)n + 1, sizeof *want[k]);
    if (want[0] && want[1] && want[2])
        sim_curves(&w->s, n, want[0], want[1], want[2]);
    for (int k = 0; k < 3 && same; k++) {
        const float *got = ridge_data(c, name[k]);
        for (int j = 0; got && want[k] && j < n && same; j++)
            same = got[j] == want[k][j] ? 1 : say(w->v, "the drawn series \"%s\" is not that of the run", name[k]);
    }
    free(want[0]), free(want[1]), free(want[2]);
    return same;
}

int serve_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct replay *w = calloc(1, sizeof *w);
    struct sim_calls call = { w, read_route, read_sched, read_scale };
    const int64_t *setting = ridge_data(c, "setting"), *reqs = ridge_data(c, "reqs"), *losses = ridge_data(c, "losses");
    const int32_t *log = ridge_data(c, "log");
    int rc = w && setting && reqs && losses && log ? 0 : -1;
    if (!rc) {
        w->v = v, w->log = log, w->used = HEAD, w->cap = log[0] < num(c, "log_cap") ? log[0] : num(c, "log_cap");
        w->s.call = &call;
        rc = sim_make(&w->s, setting, reqs, (int)num(c, "n"), losses, (int)num(c, "spot"));
    }
    if (!rc) {
        int end = sim_run(&w->s);
        if (end)
            explain(w, end == END_LOG && log[1] == END_LOG_FULL ? END_LOG_FULL : end);
        else if (invariants(w) && curves_agree(w, c)) {
            figures(w, c);
            v->pass = 1;
        }
    }
    if (w)
        sim_free(&w->s);
    free(w);
    return rc;
}
