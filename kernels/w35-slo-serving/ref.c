/*
 * ref.c: who is late for sure waits behind whoever can still be served in time, so that an overload costs some requests
 * and not all of them; the urgent classes take seats from the others; a request goes where its beginning is cached, unless
 * the way through the queue there is longer than computing it again.
 *
 * With a free budget a pass takes half the time that the tightest promise allows between two tokens, and a beginning
 * counts for more than its own tokens. Sorting the jobs once a pass is the whole cost of a decision.
 */
#include "lab.h"

/* --- percentiles --------------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int64_t slo_percentile(const int64_t *v, const int32_t *n, int replicas, int32_t per_million)
{
    int64_t N = 0, rank, found = 0;
    for (int r = 0; r < replicas; r++)
        N += n[r];
    int64_t *all = malloc((size_t)(N + 1) * sizeof *all);
    if (!all)
        return 0;
    memcpy(all, v, (size_t)N * sizeof *all);
    qsort(all, (size_t)N, sizeof *all, by_value);
    rank = (N * per_million + 999999) / 1000000;
    found = all[rank > 1 ? rank - 1 : 0];
    free(all);
    return found;
}

/* P(B = k) over P(B = mode): near the mode nothing underflows, and far from it nothing is left. */
void slo_interval(int64_t N, int32_t per_million, int64_t *low, int64_t *high)
{
    double p = per_million * 1e-6, q = 1 - p, sum = 0, tail = 0;
    double *w = calloc((size_t)N + 2, sizeof *w);
    int64_t mode = (int64_t)((double)(N + 1) * p);
    *low = -1, *high = N;
    if (!w)
        return;
    mode = mode > N ? N : mode;
    w[mode] = 1;
    for (int64_t k = mode; k > 0; k--)
        w[k - 1] = w[k] * (double)k * q / ((double)(N - k + 1) * p);
    for (int64_t k = mode; k < N; k++)
        w[k + 1] = w[k] * (double)(N - k) * p / ((double)(k + 1) * q);
    for (int64_t k = 0; k <= N; k++)
        sum += w[k];
    for (int64_t k = 0; k <= N && (tail += w[k]) <= .025 * sum; k++)
        *low = k;
    tail = 0;
    for (int64_t k = N; k > 0 && (tail += w[k]) <= .025 * sum; k--)
        *high = k - 1;
    free(w);
}

/* --- the scheduler ------------------------------------------------------------------------------------- */

struct place {
    const job_t *j;
    int64_t due;
    int rank, dropped, served; /* served: decodes */
};

static int rank_of(const cfg_t *c, int64_t now, const job_t *j)
{
    if (now - j->due > c->cls[j->cls].patience)
        return 0;
    return now + j->need * c->price.token / 1000 > j->due ? 2 : 1;
}

static int by_rank(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank - y->rank;
    if (x->due != y->due)
        return x->due < y->due ? -1 : 1;
    return x->j->id - y->j->id;
}

struct pass {
    const cfg_t *cfg;
    struct place *at;
    int n, seats, left; /* free seats, tokens that are left */
    int64_t room;
    plan_t *p;
};

static int may_drop(const struct place *v, const job_t *for_whom)
{
    return v->j->seated && !v->dropped && v->rank && v->j->cls > for_whom->cls;
}

/* Seat and room for job number k of the order, by dropping others if it must be. */
static int make_room(struct pass *s, int k)
{
    const job_t *j = s->at[k].j;
    int64_t room = s->room;
    int seats = s->seats, last = s->n;
    while (room < j->room || seats < 1) {
        do
            last--;
        while (last > k && !may_drop(&s->at[last], j));
        if (last <= k)
            return 0;
        room += s->at[last].j->room;
        seats++;
    }
    for (int v = s->n - 1; v >= last; v--)
        if (may_drop(&s->at[v], j)) {
            s->at[v].dropped = 1;
            s->p->drop[s->p->ndrop++] = s->at[v].j->id;
            s->left += s->at[v].served;
        }
    s->room = room - j->room;
    s->seats = seats - 1;
    return 1;
}

static void give(plan_t *p, int id, int n)
{
    p->piece[p->npiece++] = (piece_t){ id, n };
}

static int decodes(const job_t *j)
{
    return j->seated && j->need == 1;
}

/* The walk's pieces; they are put behind the decodes, which are known only when nobody is dropped any more. */
static int walk(struct pass *s, piece_t *out)
{
    int got = 0;
    for (int k = 0; k < s->n && s->left > 0; k++) {
        const job_t *j = s->at[k].j;
        if (decodes(j) || s->at[k].dropped)
            continue;
        if (!j->seated && !make_room(s, k))
            break;
        int n = j->need < s->left ? j->need : s->left;
        out[got++] = (piece_t){ j->id, n };
        s->left -= n;
    }
    return got;
}

/* All tokens of a pass that takes half of the tightest promise: the other half is for prompts that begin with the next
 * pass, and for the passes in which a decode has no seat. */
static int free_budget(const cfg_t *c, const job_t *job, int n)
{
    int64_t tokens = 0, scores = 0, cached = 0, limit = INT64_MAX;
    for (int k = 0; k < n; k++) {
        if (c->cls[job[k].cls].tpot < limit)
            limit = c->cls[job[k].cls].tpot;
        if (!decodes(&job[k]))
            continue;
        tokens++;
        scores += job[k].cached + 1;
        cached += job[k].cached + 1;
    }
    int low = 16, high = 2048;
    while (low < high) {
        int mid = (low + high + 1) / 2;
        if (pass_time(&c->price, tokens + mid, scores, cached) <= limit / 2)
            low = mid;
        else
            high = mid - 1;
    }
    return (int)tokens + low;
}

void slo_sched(const cfg_t *cfg, int64_t now, const job_t *job, int n, plan_t *p)
{
    struct pass s = { .cfg = cfg, .n = n, .seats = cfg->seats, .left = cfg->budget, .room = cfg->kv, .p = p };
    s.at = malloc((size_t)(n + 1) * sizeof *s.at);
    piece_t *walked = malloc((size_t)(n + 1) * sizeof *walked);
    p->ndrop = p->npiece = 0;
    if (s.left < 0)
        s.left = free_budget(cfg, job, n);
    for (int k = 0; s.at && k < n; k++) {
        s.at[k] = (struct place){ &job[k], job[k].due, rank_of(cfg, now, &job[k]), 0, decodes(&job[k]) };
        s.left -= s.at[k].served;
        s.seats -= job[k].seated;
        s.room -= job[k].seated ? job[k].room : 0;
    }
    if (s.at && walked) {
        qsort(s.at, (size_t)n, sizeof *s.at, by_rank);
        int got = walk(&s, walked);
        for (int k = 0; k < n; k++) {
            int dropped = 0;
            for (int d = 0; d < p->ndrop && decodes(&job[k]); d++)
                dropped |= p->drop[d] == job[k].id;
            if (decodes(&job[k]) && !dropped)
                give(p, job[k].id, 1);
        }
        for (int k = 0; k < got; k++)
            give(p, walked[k].id, walked[k].n);
    }
    free(walked);
    free(s.at);
}

/* --- the router ---------------------------------------------------------------------------------------- */

enum { HIT_WORTH = 12 }; /* a beginning that is computed again also pushes another one out, for those who come next */

int slo_route(const cfg_t *cfg, int id, int prompt, const replica_t *r, int n)
{
    int best = 0, worth = cfg->budget < 0 ? HIT_WORTH : 1;
    (void)id, (void)prompt; /* the prompt is equally long everywhere */
    for (int k = 1; k < n; k++) {
        int64_t mine = r[k].work - (int64_t)worth * r[k].hit, least = r[best].work - (int64_t)worth * r[best].hit;
        if (mine < least || (mine == least && r[k].jobs < r[best].jobs))
            best = k;
    }
    return r[best].id;
}

/* --- the autoscaler ------------------------------------------------------------------------------------ */

static int64_t up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* word[0] counts ticks, word[1 + t % hold] is what was wanted at tick t. */
int slo_autoscale(const scale_cfg_t *cfg, const scale_in_t *in, scale_state_t *s)
{
    int64_t want = up(in->arrived * 1000000, cfg->tick_ms * cfg->rate * cfg->util_milli) +
                   up(in->waiting * 1000, cfg->rate * cfg->drain_ms);
    int have = in->ready + in->starting, most = 0;
    want = want < cfg->min ? cfg->min : want > cfg->max ? cfg->max : want;
    s->word[1 + s->word[0]++ % cfg->hold] = (int32_t)want;
    if (want >= have)
        return (int)want;
    if (s->word[0] < cfg->hold)
        return have;
    for (int k = 0; k < cfg->hold; k++)
        most = s->word[1 + k] > most ? s->word[1 + k] : most;
    return most < have ? most : have;
}

/* --- cost ---------------------------------------------------------------------------------------------- */

static double per_million(double dollars, int64_t tokens)
{
    return tokens > 0 ? dollars / (double)tokens * 1e6 : INFINITY;
}

void slo_cost(const life_t *life, int n, const prices_t *p, int64_t busy, int64_t said, int64_t kept, sheet_t *out)
{
    double dollars = 0, seconds = 0;
    for (int k = 0; k < n; k++) {
        int64_t s = up(life[k].end - life[k].start, 1000000000);
        s = s < p->least_s ? p->least_s : s;
        seconds += (double)s;
        dollars += (double)s * (double)p->per_hour[life[k].spot] / 3600e6;
    }
    out->dollars = dollars;
    out->per_mtok = per_million(dollars, said);
    out->per_mtok_kept = per_million(dollars, kept);
    out->use = seconds > 0 ? (double)busy / 1e9 / seconds : 0;
}

/* --- metrics ------------------------------------------------------------------------------------------- */

struct page {
    char *buf;
    size_t cap, used;
};

static void put(struct page *t, const char *s)
{
    for (; *s; s++, t->used++)
        if (t->used + 1 < t->cap)
            t->buf[t->used] = *s;
}

static void put_label(struct page *t, const char *before, const char *name, const char *value)
{
    put(t, before), put(t, name), put(t, "=\"");
    for (; *value; value++) {
        char one[2] = { *value, 0 };
        put(t, *value == '\\' ? "\\\\" : *value == '"' ? "\\\"" : *value == '\n' ? "\\n" : one);
    }
    put(t, "\"");
}

static void put_whole(struct page *t, int64_t v)
{
    char s[32];
    snprintf(s, sizeof s, "} %lld\n", (long long)v);
    put(t, s);
}

/* Nanoseconds as seconds, without rounding. */
static void seconds(char s[40], int64_t ns)
{
    snprintf(s, 40, "%lld.%09lld", (long long)(ns / 1000000000), (long long)(ns % 1000000000));
}

static void put_family(struct page *t, const char *name, const char *type, const char *help)
{
    put(t, "# HELP "), put(t, name), put(t, " "), put(t, help);
    put(t, "\n# TYPE "), put(t, name), put(t, " "), put(t, type), put(t, "\n");
}

static void put_histogram(struct page *t, const snapshot_t *s, int c)
{
    int64_t all = 0;
    char x[40];
    for (int k = 0; k <= s->nbucket; k++) {
        all += s->count[c][k];
        if (k < s->nbucket)
            seconds(x, s->bound[k]);
        put_label(t, "slo_ttft_seconds_bucket{", "model", s->model), put_label(t, ",", "class", s->cls[c]);
        put_label(t, ",", "le", k < s->nbucket ? x : "+Inf"), put_whole(t, all);
    }
    seconds(x, s->sum[c]);
    put_label(t, "slo_ttft_seconds_sum{", "model", s->model), put_label(t, ",", "class", s->cls[c]);
    put(t, "} "), put(t, x), put(t, "\n");
    put_label(t, "slo_ttft_seconds_count{", "model", s->model), put_label(t, ",", "class", s->cls[c]);
    put_whole(t, all);
}

int slo_metrics(char *buf, size_t cap, const snapshot_t *s)
{
    struct page t = { buf, cap, 0 };
    char number[16];
    put_family(&t, "slo_requests_total", "counter", "Requests that were served.");
    for (int r = 0; r < s->nreplica; r++)
        for (int c = 0; c < s->nclass; c++) {
            snprintf(number, sizeof number, "%d", r);
            put_label(&t, "slo_requests_total{", "model", s->model), put_label(&t, ",", "class", s->cls[c]);
            put_label(&t, ",", "replica", number), put_whole(&t, s->served[r][c]);
        }
    put_family(&t, "slo_waiting_tokens", "gauge", "Tokens of jobs that have no seat.");
    for (int r = 0; r < s->nreplica; r++) {
        snprintf(number, sizeof number, "%d", r);
        put_label(&t, "slo_waiting_tokens{", "model", s->model), put_label(&t, ",", "replica", number);
        put_whole(&t, s->waiting[r]);
    }
    put_family(&t, "slo_ttft_seconds", "histogram", "Time to the first token.");
    for (int c = 0; c < s->nclass; c++)
        put_histogram(&t, s, c);
    if (cap)
        buf[t.used < cap ? t.used : cap - 1] = 0;
    return (int)t.used;
}
