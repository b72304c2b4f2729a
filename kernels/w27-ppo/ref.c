/*
 * ref.c: formulas in double, one pass each. Attention looks at the places of one sequence alone, turns each key once
 * and lays it down so that sixteen scores of a row are two vectors; the placement is found by trying all partitions of
 * five roles into groups, for each group whether it swaps, and all numbers of GPUs.
 */
#include "lab.h"

/* --- part A -------------------------------------------------------------------------------------------------- */

void shape_rewards(int T, const float *logp, const float *ref, double score, double beta, float *r)
{
    for (int t = 0; t < T; t++)
        r[t] = (float)(-beta * ((double)logp[t] - ref[t]) + (t == T - 1 ? score : 0));
}

void gae(int T, const float *r, const float *v, double gamma, double lambda, float *adv, float *ret)
{
    double a = 0, next = 0;
    for (int t = T - 1; t >= 0; t--) {
        a = r[t] + gamma * next - v[t] + gamma * lambda * a;
        next = v[t];
        adv[t] = (float)a;
        ret[t] = (float)(a + v[t]);
    }
}

void whiten(int n, const uint8_t *mask, float *a)
{
    double sum = 0, squares = 0, count = 0;
    for (int i = 0; i < n; i++)
        if (mask[i])
            sum += a[i], count++;
    double mean = count > 0 ? sum / count : 0;
    for (int i = 0; i < n; i++)
        if (mask[i])
            squares += (a[i] - mean) * (a[i] - mean);
    double scale = count > 0 ? 1 / sqrt(squares / count + 1e-8) : 0;
    for (int i = 0; i < n; i++)
        a[i] = mask[i] ? (float)((a[i] - mean) * scale) : 0;
}

/* --- part B -------------------------------------------------------------------------------------------------- */

static double places(int n, const uint8_t *mask)
{
    double count = 0;
    for (int i = 0; i < n; i++)
        count += mask[i] != 0;
    return count;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* One place: its two losses and their derivatives. */
static void place(const struct ppo *p, double log_ratio, double adv, double v, double v_old, double ret,
                  struct ppo_stats *sum, double *dlogp, double *dv)
{
    double ratio = exp(log_ratio), limited = clamp(ratio, 1 - p->clip, 1 + p->clip);
    double moved = clamp(v - v_old, -p->vclip, p->vclip), near = v_old + moved;
    double plain = (v - ret) * (v - ret), held = (near - ret) * (near - ret);
    int free = ratio * adv <= limited * adv, first = plain >= held;
    sum->policy -= free ? ratio * adv : limited * adv;
    sum->value += (first ? plain : held) / 2;
    sum->clipped += ratio != limited;
    sum->kl += expm1(log_ratio) - log_ratio;
    *dlogp = free ? -ratio * adv : 0;
    *dv = first ? v - ret : moved == v - v_old ? near - ret : 0;
}

double ppo_loss(const struct ppo *p, int n, const uint8_t *mask, const float *logp, const float *old, const float *adv,
                const float *v, const float *v_old, const float *ret, float *dlogp, float *dv, struct ppo_stats *stats)
{
    double count = places(n, mask), by = count > 0 ? 1 / count : 0;
    struct ppo_stats sum = { 0 };
    for (int i = 0; i < n; i++) {
        double da = 0, db = 0;
        if (mask[i])
            place(p, (double)logp[i] - old[i], adv[i], v[i], v_old[i], ret[i], &sum, &da, &db);
        dlogp[i] = (float)(da * by);
        dv[i] = (float)(p->vcoef * db * by);
    }
    *stats = (struct ppo_stats){ sum.policy * by, sum.value * by, sum.clipped * by, sum.kl * by };
    return stats->policy + p->vcoef * stats->value;
}

double kl_k1(int n, const uint8_t *mask, const float *logp, const float *ref)
{
    double sum = 0, count = places(n, mask);
    for (int i = 0; i < n; i++)
        sum += mask[i] ? (double)logp[i] - ref[i] : 0;
    return count > 0 ? sum / count : 0;
}

double kl_k2(int n, const uint8_t *mask, const float *logp, const float *ref)
{
    double sum = 0, count = places(n, mask);
    for (int i = 0; i < n; i++) {
        double d = mask[i] ? (double)logp[i] - ref[i] : 0;
        sum += d * d / 2;
    }
    return count > 0 ? sum / count : 0;
}

double kl_k3(int n, const uint8_t *mask, const float *logp, const float *ref)
{
    double sum = 0, count = places(n, mask);
    for (int i = 0; i < n; i++) {
        double d = mask[i] ? (double)logp[i] - ref[i] : 0;
        sum += expm1(-d) + d;
    }
    return count > 0 ? sum / count : 0;
}

/* log(1 + e^-m), and the derivative of it: -1 / (1 + e^m). */
static double softplus(double m, double *ret_slope)
{
    double e = exp(-fabs(m));
    *ret_slope = m > 0 ? -e / (1 + e) : -1 / (1 + e);
    return (m > 0 ? 0 : -m) + log1p(e);
}

double bt_loss(int n, const float *win, const float *lose, float *dwin, float *dlose)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double slope;
        sum += softplus((double)win[i] - lose[i], &slope);
        dwin[i] = (float)(slope / n);
        dlose[i] = -dwin[i];
    }
    return sum / n;
}

static float dot(int d, const float *x, const float *w)
{
    double sum = 0;
    for (int i = 0; i < d; i++)
        sum += (double)x[i] * w[i];
    return (float)sum;
}

double rm_step(int n, int d, const float *xwin, const float *xlose, double lr, float *w)
{
    float *r = calloc(4 * (size_t)n, sizeof *r), *win = r, *lose = r + n, *dwin = r + 2 * n, *dlose = r + 3 * n;
    double *g = calloc((size_t)d, sizeof *g);
    for (int i = 0; i < n; i++)
        win[i] = dot(d, xwin + i * d, w), lose[i] = dot(d, xlose + i * d, w);
    double loss = bt_loss(n, win, lose, dwin, dlose);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d; j++)
            g[j] += (double)dwin[i] * xwin[i * d + j] + (double)dlose[i] * xlose[i * d + j];
    for (int j = 0; j < d; j++)
        w[j] -= (float)(lr * g[j]);
    free(r);
    free(g);
    return loss;
}

/* --- part C -------------------------------------------------------------------------------------------------- */

int pack(int n, const int32_t *len, int cap, int32_t *row, int32_t *at)
{
    int32_t *order = calloc((size_t)n + 1, sizeof *order), *used = calloc((size_t)n + 1, sizeof *used);
    int rows = 0;
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && len[order[k - 1]] < len[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    for (int k = 0; k < n; k++) {
        int i = order[k], r = 0;
        while (r < rows && used[r] + len[i] > cap)
            r++;
        rows += r == rows;
        row[i] = r, at[i] = used[r];
        used[r] += len[i];
    }
    free(order);
    free(used);
    return rows;
}

void row_layout(int n, const int32_t *len, const int32_t *row, const int32_t *at, int r, int T, int32_t *start,
                int32_t *position, uint8_t *learn)
{
    for (int t = 0; t < T; t++)
        start[t] = position[t] = -1, learn[t] = 0;
    for (int i = 0; i < n; i++)
        for (int t = 0; row[i] == r && t < len[i]; t++) {
            start[at[i] + t] = at[i];
            position[at[i] + t] = t;
            learn[at[i] + t] = t + 1 < len[i];
        }
}

/* Cosine and sine of each position and pair. */
static float *angles(int T, int hd)
{
    float *a = calloc((size_t)T * (size_t)hd + 1, sizeof *a);
    for (int i = 0; i < hd / 2; i++) {
        double by = pow(10000, -2. * i / hd);
        for (int t = 0; t < T; t++)
            a[t * hd + 2 * i] = (float)cos(t * by), a[t * hd + 2 * i + 1] = (float)sin(t * by);
    }
    return a;
}

static void turn(int hd, const float *angle, const float *x, float by, float *y)
{
    for (int i = 0; i < hd / 2; i++) {
        float c = angle[2 * i], s = angle[2 * i + 1], a = x[i] * by, b = x[i + hd / 2] * by;
        y[i] = a * c - b * s, y[i + hd / 2] = a * s + b * c;
    }
}

typedef float lanes __attribute__((vector_size(32), aligned(4), may_alias));

enum { WIDE = 8 };

/* p[0..n) = q . keys, which lie turned round: number i of key s at keys[i * T + s]. Rounds n up to WIDE. */
static void products(int n, int T, int hd, const float *q, const float *keys, float *p)
{
    for (int s = 0; s < n; s += 2 * WIDE) {
        lanes a = { 0 }, b = { 0 };
        for (int i = 0; i < hd; i++) {
            a += q[i] * *(const lanes *)&keys[i * T + s];
            b += q[i] * *(const lanes *)&keys[i * T + s + WIDE];
        }
        *(lanes *)&p[s] = a, *(lanes *)&p[s + WIDE] = b;
    }
}

/* out[0..hd) = sum over s of p[s] v[s], times `by`. */
static void weighted(int n, int hd, int wide, const float *p, const float *v, float by, float *out)
{
    int i = 0;
    for (; i + 4 * WIDE <= hd; i += 4 * WIDE) {
        lanes a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 };
        const float *x = v + i;
        for (int s = 0; s < n; s++, x += wide) {
            a += p[s] * *(const lanes *)x, b += p[s] * *(const lanes *)(x + WIDE);
            c += p[s] * *(const lanes *)(x + 2 * WIDE), d += p[s] * *(const lanes *)(x + 3 * WIDE);
        }
        *(lanes *)&out[i] = a * by, *(lanes *)&out[i + WIDE] = b * by;
        *(lanes *)&out[i + 2 * WIDE] = c * by, *(lanes *)&out[i + 3 * WIDE] = d * by;
    }
    for (; i < hd; i++) {
        float sum = 0;
        for (int s = 0; s < n; s++)
            sum += p[s] * v[s * wide + i];
        out[i] = sum * by;
    }
}

/* Exponentials of n scores, the largest taken off; one over their sum. */
static float exponentials(int n, float *p)
{
    float top = p[0], sum = 0;
    for (int s = 1; s < n; s++)
        top = p[s] > top ? p[s] : top;
    for (int s = 0; s < n; s++)
        sum += p[s] = expf(p[s] - top);
    return 1 / sum;
}

void attn_packed(int T, int H, int hd, const int32_t *start, const float *q, const float *k, const float *v,
                 float *out)
{
    int wide = H * hd, room = T + 2 * WIDE;
    float *angle = angles(T, hd), *p = calloc((size_t)room, sizeof *p), turned[128];
    float *keys = calloc((size_t)room * (size_t)hd, sizeof *keys);
    memset(out, 0, sizeof *out * (size_t)T * (size_t)wide);
    for (int h = 0; h < H; h++)
        for (int t = 0; t < T; t++) {
            int at = t * wide + h * hd, from = start[t], n = t - from + 1;
            if (from < 0)
                continue;
            turn(hd, angle + (t - from) * hd, k + at, 1, turned);
            for (int i = 0; i < hd; i++)
                keys[i * room + t] = turned[i];
            turn(hd, angle + (t - from) * hd, q + at, 1 / sqrtf((float)hd), turned);
            products(n, room, hd, turned, keys + from, p);
            weighted(n, hd, wide, p, v + from * wide + h * hd, exponentials(n, p), out + at);
        }
    free(angle);
    free(p);
    free(keys);
}

/* --- part D -------------------------------------------------------------------------------------------------- */

/* A group's clock, and who is in its memory. */
struct group {
    double free_at, memory, largest;
    int gpus, roles, swaps, in;
};

static int open_groups(const struct rlhf *job, const struct placement *p, struct group *g)
{
    int all = 0;
    for (int k = 0; k < ROLES; k++)
        g[k] = (struct group){ .gpus = p->gpus[k], .swaps = p->swaps[k], .in = -1 };
    for (int r = 0; r < ROLES; r++) {
        if (p->group[r] < 0 || p->group[r] >= ROLES)
            return -1;
        struct group *mine = &g[p->group[r]];
        mine->roles++;
        mine->memory += job->state_B[r];
        mine->largest = fmax(mine->largest, job->state_B[r]);
    }
    for (int k = 0; k < ROLES; k++) {
        if (g[k].gpus < 0 || (g[k].roles && g[k].gpus < 1) ||
            (g[k].swaps ? g[k].largest : g[k].memory) > g[k].gpus * job->gpu_B)
            return -1;
        all += g[k].gpus;
    }
    return all > job->gpus ? -1 : 0;
}

/* Role r does a task of `seconds` that may begin at `ready`; the time at which it has ended. */
static double run(const struct rlhf *job, struct group *g, int r, double ready, double seconds)
{
    if (g->swaps && g->in != r) {
        g->free_at += job->state_B[r] / (g->gpus * job->swap_Bps);
        g->in = r;
    }
    g->free_at = fmax(g->free_at, ready) + seconds;
    return g->free_at;
}

double rlhf_vtime(const struct rlhf *job, const struct placement *p, double *ret_share)
{
    static const int scorers[] = { REFERENCE, REWARD, CRITIC };
    struct group g[ROLES];
    if (open_groups(job, p, g))
        return INFINITY;
    struct group *generate = &g[p->group[GENERATE]], *actor = &g[p->group[ACTOR]], *critic = &g[p->group[CRITIC]];
    double each = fmax(job->work_s[GENERATE] / generate->gpus, job->tail_s), scored = 0;
    double *sampled = calloc((size_t)job->chunks + 1, sizeof *sampled);
    for (int c = 0; c < job->chunks; c++)
        sampled[c] = run(job, generate, GENERATE, 0, each);
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < job->chunks; c++) {
            struct group *mine = &g[p->group[scorers[k]]];
            scored = fmax(scored, run(job, mine, scorers[k], sampled[c], job->work_s[scorers[k]] / mine->gpus));
        }
    double new_actor = run(job, actor, ACTOR, scored, job->chunks * job->train_s[ACTOR] / actor->gpus);
    double new_critic = run(job, critic, CRITIC, scored, job->chunks * job->train_s[CRITIC] / critic->gpus);
    double end = fmax(new_actor + (actor != generate ? job->sync_s : 0), new_critic);
    if (ret_share)
        *ret_share = job->chunks * each / end;
    free(sampled);
    return end;
}

struct search {
    const struct rlhf *job;
    struct placement now, best;
    double least;
    int groups;
};

/* GPUs for group k and those behind it, `left` of them; the last one gets all that is left. */
static void try_sizes(struct search *s, int k, int left)
{
    int last = k == s->groups - 1;
    for (int n = last ? left : 1; n <= left - (s->groups - 1 - k); n++) {
        s->now.gpus[k] = n;
        if (!last) {
            try_sizes(s, k + 1, left - n);
            continue;
        }
        double t = rlhf_vtime(s->job, &s->now, NULL);
        if (t < s->least)
            s->least = t, s->best = s->now;
    }
}

/* A group of one role need not swap. */
static void try_swaps(struct search *s)
{
    int roles[ROLES] = { 0 };
    for (int r = 0; r < ROLES; r++)
        roles[s->now.group[r]]++;
    for (int set = 0; set < 1 << s->groups; set++) {
        int useful = 1;
        for (int k = 0; k < s->groups; k++) {
            s->now.swaps[k] = set >> k & 1;
            useful &= !s->now.swaps[k] || roles[k] > 1;
        }
        if (useful && s->groups <= s->job->gpus)
            try_sizes(s, 0, s->job->gpus);
    }
}

static void try_groups(struct search *s, int role, int groups)
{
    if (role == ROLES) {
        s->groups = groups;
        for (int k = groups; k < ROLES; k++)
            s->now.gpus[k] = s->now.swaps[k] = 0;
        try_swaps(s);
        return;
    }
    for (int k = 0; k <= groups && k < ROLES; k++) {
        s->now.group[role] = k;
        try_groups(s, role + 1, groups + (k == groups));
    }
}

double rlhf_place(const struct rlhf *job, struct placement *ret)
{
    struct search s = { .job = job, .least = INFINITY };
    try_groups(&s, 0, 0);
    *ret = s.best;
    return s.least;
}

/* --- part E -------------------------------------------------------------------------------------------------- */

void advantages(int B, int N, const int32_t *len, const float *logp, const float *ref, const float *v,
                const float *score, const struct recipe *r, uint8_t *mask, float *adv, float *ret)
{
    float *rewards = calloc((size_t)N + 1, sizeof *rewards);
    for (int b = 0; b < B; b++) {
        size_t at = (size_t)b * (size_t)N;
        for (int t = 0; t < N; t++) {
            mask[at + (size_t)t] = t < len[b];
            adv[at + (size_t)t] = ret[at + (size_t)t] = 0;
        }
        shape_rewards(len[b], logp + at, ref + at, score[b], r->beta, rewards);
        gae(len[b], rewards, v + at, r->gamma, r->lambda, adv + at, ret + at);
    }
    whiten(B * N, mask, adv);
    free(rewards);
}

void choose_recipe(struct recipe *ret)
{
    *ret = (struct recipe){
        .loss = { .clip = .2, .vclip = 1, .vcoef = .5 }, .beta = .3, .gamma = 1, .lambda = .95, .lr = 7e-4, .epochs = 2,
    };
}
