/*
 * A planner for five dimensions, as simply as it goes: all degrees are tried, and each plan is asked for its faults and
 * timed in full. The rest is the reference's, which says what to do about it.
 */
#define NAIVE
#include "ref.c"

static void weigh(struct search *s, struct plan p)
{
    struct times t;
    for (p.zero = 0; p.zero <= 3; p.zero++)
        for (p.recompute = 0; p.recompute < 2; p.recompute++) {
            if (fault(s->j, &p) != NONE)
                continue;
            times(s->j, &p, &t);
            if (t.step < s->step) {
                s->step = t.step;
                s->best = p;
            }
        }
}

static void batches(struct search *s, struct plan p)
{
    for (p.ep = 1; p.ep == 1 || p.ep <= s->j->m.experts; p.ep++)
        for (p.micro = 1; p.micro <= 8; p.micro *= 2)
            for (p.chunks = 1; p.chunks <= 8; p.chunks++)
                weigh(s, p);
}

int best(const struct job *j, struct plan *ret)
{
    struct search s = { .j = j, .step = INFINITY };
    int64_t G = j->c.gpus;
    struct plan p;
    for (p.tp = 1; p.tp <= G && p.tp <= j->m.heads; p.tp++)
        for (p.pp = 1; p.pp <= G / p.tp; p.pp++)
            for (p.cp = 1; p.cp <= G / (p.tp * p.pp); p.cp++) {
                p.dp = G / (p.tp * p.pp * p.cp);
                if (p.dp * p.tp * p.pp * p.cp == G)
                    batches(&s, p);
            }
    if (isinf(s.step))
        return 0;
    *ret = s.best;
    return 1;
}
