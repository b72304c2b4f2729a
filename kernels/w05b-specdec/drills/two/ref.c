/*
 * ref.c: the rule of one candidate, twice, with the target updated in between.
 *
 * `rest` over `total` is what the target still has to say: p over 1 at first. A candidate x from q is kept with
 * rest(x)/(total q(x)). Kept or not, it has paid min(rest, total q) of every token, so (rest - total q)+ is what is left,
 * and its sum the chance to get that far. Nothing is divided but in the test: rng_pick divides by the total for us.
 */
#include "lab.h"

enum { CANDIDATES = 2 };

/* left = (rest - total q)+; returns its sum. `left` may be `rest`. */
static double refused(const float *rest, double total, const float *q, int V, float *left)
{
    double sum = 0;
    for (int x = 0; x < V; x++) {
        double more = rest[x] - total * q[x];
        left[x] = more > 0 ? (float)more : 0;
        sum += left[x];
    }
    return sum;
}

int spec_two(const float *p, const float *q, const int *cand, int V, float *work, rng_t *r, int *kept)
{
    const float *rest = p;
    double total = 1;
    for (int k = 0; k < CANDIDATES; k++) {
        double want = rest[cand[k]], had = total * q[cand[k]];
        if (want >= had || rng_coin(r, want / had)) {
            *kept = k;
            return cand[k];
        }
        total = refused(rest, total, q, V, work);
        rest = work;
        if (!(total > 0))
            break;
    }
    *kept = CANDIDATES;
    return total > 0 ? rng_pick(r, rest, V, total) : rng_pick(r, p, V, 1);
}
