/* Traces of load to the bit, the laws that they follow, and what is made of a served one. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "load/metrics.h"

enum { MANY = 200000 };

static struct load_req reqs[MANY];

static size_t draw(struct load_cfg c, uint64_t seed, double seconds)
{
    c.lengths = c.lengths ? c.lengths : &load_lengths[LOAD_AZURE_CONV];
    return load_draw(&c, seed, (int64_t)(seconds * LOAD_NS), reqs, MANY);
}

static uint64_t digest(size_t n)
{
    uint64_t h = n;
    for (size_t k = 0; k < n; k++) {
        const int64_t v[] = { reqs[k].at, reqs[k].prompt, reqs[k].output, reqs[k].cls, reqs[k].group };
        for (int j = 0; j < 5; j++)
            h ^= (uint64_t)v[j], h = load_next(&h);
    }
    return h;
}

/* Variance over mean of the number of arrivals in windows of `seconds`. */
static double dispersion(size_t n, double span, double seconds)
{
    static int count[MANY];
    int windows = (int)(span / seconds);
    double mean = 0, square = 0;
    for (int k = 0; k < windows; k++)
        count[k] = 0;
    for (size_t k = 0; k < n; k++) {
        int w = (int)((double)reqs[k].at / LOAD_NS / seconds);
        if (w < windows)
            count[w]++;
    }
    for (int k = 0; k < windows; k++)
        mean += count[k], square += (double)count[k] * count[k];
    mean /= windows;
    return (square / windows - mean * mean) / mean;
}

static double gap_cv(size_t n)
{
    double sum = 0, square = 0;
    for (size_t k = 1; k < n; k++) {
        double g = (double)(reqs[k].at - reqs[k - 1].at);
        sum += g, square += g * g;
    }
    double mean = sum / (double)(n - 1);
    return sqrt(square / (double)(n - 1) - mean * mean) / mean;
}

Test(load, logarithm_and_power_are_right)
{
    uint64_t s = 1;
    for (int k = 0; k < 20000; k++) {
        uint64_t x = load_next(&s) >> (k % 60) | 1;
        double want = 64 - log2((double)x), got = (double)load_log2(x) * 0x1p-40;
        cr_assert(fabs(got - want) < 1e-11, "log2 of %llu: %.15g, not %.15g", (unsigned long long)x, got, want);
        int64_t e = load_below(&s, (int64_t)50 << 40);
        want = exp2(-(double)e * 0x1p-40), got = (double)load_exp2(e) * 0x1p-62;
        cr_assert(fabs(got - want) < 2e-6 * want + 0x1p-61, "2^-%g: %.15g, not %.15g", (double)e * 0x1p-40, got, want);
    }
    cr_assert_eq(load_exp2(0), (uint64_t)1 << 62);
    cr_assert_eq(load_exp2((int64_t)62 << 40), 0);
}

Test(load, a_seed_is_a_trace_to_the_bit)
{
    struct load_cfg c = { .rate_milli = 5000, .share = { 3, 1 }, .groups = 20, .tail_milli = 5, .tail_alpha_milli = 1500,
                          .day_ns = 600000000000, .depth_milli = 600, .burst_from = 100000000000,
                          .burst_ns = 20000000000, .burst_milli = 10000 };
    size_t n = draw(c, 1, 1000);
    uint64_t poisson = digest(n);
    cr_assert_eq(poisson, digest(draw(c, 1, 1000)));
    cr_assert_neq(poisson, digest(draw(c, 2, 1000)));
    cr_expect_eq(poisson, 0xbfc39e92faa88249, "0x%llx", (unsigned long long)poisson);
    c.arrivals = LOAD_GAMMA, c.cv_milli = LOAD_BURSTGPT_CV_MILLI;
    uint64_t gamma = digest(draw(c, 1, 1000));
    cr_expect_eq(gamma, 0x281ec65046a2197a, "0x%llx", (unsigned long long)gamma);
    c.arrivals = LOAD_MMPP, c.states = load_azure_code;
    uint64_t states = digest(draw(c, 1, 1000));
    cr_expect_eq(states, 0x571ce29322cc5c12, "0x%llx", (unsigned long long)states);
}

Test(load, times_never_fall_and_the_rate_is_what_was_asked)
{
    for (int kind = LOAD_POISSON; kind <= LOAD_MMPP; kind++) {
        struct load_cfg c = { .arrivals = kind, .rate_milli = 5530, .cv_milli = 1414, .states = load_azure_conv };
        size_t n = draw(c, 3, 30000);
        for (size_t k = 1; k < n; k++)
            cr_assert(reqs[k].at >= reqs[k - 1].at, "kind %d, request %zu", kind, k);
        double rate = (double)n / 30000;
        cr_assert(fabs(rate - 5.53) < .3, "kind %d: %g requests a second", kind, rate);
    }
}

Test(load, gaps_and_counts_vary_as_they_should)
{
    struct load_cfg c = { .rate_milli = 5000 };
    size_t n = draw(c, 4, 30000);
    cr_assert(fabs(gap_cv(n) - 1) < .02, "Poisson: %g", gap_cv(n));
    cr_assert(fabs(dispersion(n, 30000, 10) - 1) < .1, "Poisson: %g", dispersion(n, 30000, 10));
    for (int cv = 1414; cv <= 4000; cv += 1293) {
        c.arrivals = LOAD_GAMMA, c.cv_milli = cv;
        n = draw(c, 4, 30000);
        cr_assert(fabs(gap_cv(n) * 1000 / cv - 1) < .05, "gamma of %d: %g", cv, gap_cv(n));
    }
    struct load_cfg code = { .arrivals = LOAD_MMPP, .rate_milli = load_azure_code.mean_milli, .states = load_azure_code };
    n = draw(code, 5, 70000);
    cr_assert(fabs(gap_cv(n) / 14 - 1) < .15, "code: %g", gap_cv(n));
    cr_assert(fabs(dispersion(n, 70000, 10) / 71.6 - 1) < .2, "code, 10 s: %g", dispersion(n, 70000, 10));
    cr_assert(fabs(dispersion(n, 70000, 60) / 164 - 1) < .3, "code, 60 s: %g", dispersion(n, 70000, 60));
}

Test(load, a_day_and_a_burst_move_the_rate)
{
    struct load_cfg c = { .rate_milli = 10000, .day_ns = 1000000000000, .depth_milli = 800 };
    size_t n = draw(c, 6, 10000), noon = 0, night = 0;
    for (size_t k = 0; k < n; k++) {
        int64_t at = reqs[k].at % c.day_ns / LOAD_NS;
        noon += at >= 200 && at < 300, night += at >= 700 && at < 800;
    }
    double ratio = (double)noon / (double)night; /* the mean of the sine around its top is 0.984 */
    cr_assert(fabs(ratio / (1.787 / .213) - 1) < .1, "%g", ratio);
    for (int turn = 0; turn < 1000; turn++)
        cr_assert(fabs((double)load_sine(turn, 1000) - 1000 * sin(6.283185307179586 * turn / 1000)) < 3);
    struct load_cfg b = { .rate_milli = 10000, .burst_from = 100000000000, .burst_ns = 100000000000,
                          .burst_milli = 10000 };
    n = draw(b, 7, 300);
    size_t within = 0;
    for (size_t k = 0; k < n; k++)
        within += reqs[k].at >= b.burst_from && reqs[k].at < b.burst_from + b.burst_ns;
    cr_assert(fabs((double)within / 10000 - 1) < .05, "%zu", within);
    cr_assert(fabs((double)(n - within) / 2000 - 1) < .1, "%zu", n - within);
}

Test(load, lengths_have_their_quantiles_and_do_not_depend_on_the_rate)
{
    static int64_t prompt[MANY], output[MANY];
    for (int t = 0; t < LOAD_TABLES; t++) {
        struct load_cfg c = { .rate_milli = 10000, .lengths = &load_lengths[t] };
        size_t n = draw(c, 8, 10000);
        for (size_t k = 0; k < n; k++)
            prompt[k] = reqs[k].prompt, output[k] = reqs[k].output;
        load_sort(prompt, n), load_sort(output, n);
        for (int q = 2; q < 14; q++) { /* as ranks, since a steep table has steep quantiles */
            int64_t lo = load_rank(n, 1000 * load_at[q] - 4000), hi = load_rank(n, 1000 * load_at[q] + 4000);
            const struct load_lengths *l = c.lengths;
            cr_assert(prompt[lo] <= l->prompt[q] && l->prompt[q] <= prompt[hi], "%s prompt %d", l->name, q);
            cr_assert(output[lo] <= l->output[q] && l->output[q] <= output[hi], "%s output %d", l->name, q);
        }
    }
    struct load_cfg c = { .rate_milli = 1000, .share = { 1, 1, 1, 1 }, .groups = 9 };
    draw(c, 9, 100);
    struct load_req slow[40];
    memcpy(slow, reqs, sizeof slow);
    c.rate_milli = 50000;
    draw(c, 9, 100);
    for (int k = 0; k < 40; k++)
        cr_assert(slow[k].prompt == reqs[k].prompt && slow[k].output == reqs[k].output && slow[k].cls == reqs[k].cls &&
                  slow[k].group == reqs[k].group);
}

Test(load, classes_groups_tails_and_bounds)
{
    struct load_cfg c = { .rate_milli = 10000, .share = { 1, 3 }, .groups = 4, .tail_milli = 100,
                          .tail_alpha_milli = 1000, .max_prompt = 1 << 20, .max_output = 300 };
    size_t n = draw(c, 10, 5000), second = 0, group[4] = { 0 }, far = 0, twice = 0;
    for (size_t k = 0; k < n; k++) {
        second += reqs[k].cls == 1;
        group[reqs[k].group]++;
        far += reqs[k].prompt >= 2 * 4142, twice += reqs[k].prompt >= 4 * 4142;
        cr_assert(reqs[k].cls < 2 && reqs[k].output >= 1 && reqs[k].output <= 300 && reqs[k].prompt >= 1);
    }
    cr_assert(fabs((double)second / (double)n - .75) < .02);
    cr_assert(fabs((double)group[0] / (double)group[3] - 4) < .4);
    cr_assert(fabs((double)far / (double)n - .05) < .005, "a tenth is Pareto's of 1: half of it beyond twice");
    cr_assert(fabs((double)far / (double)twice - 2) < .2);
}

Test(load, machines_are_taken_away_after_a_notice)
{
    static struct load_loss loss[4000];
    size_t n = load_spot(11, 4000, 3600000000000, LOAD_SPOT_NOTICE_NS, 3600000000000, loss);
    cr_assert(fabs((double)n / 4000 - .632) < .03, "%zu", n);
    for (size_t k = 0; k < n; k++)
        cr_assert(loss[k].gone - loss[k].notice == LOAD_SPOT_NOTICE_NS && loss[k].notice < 3600000000000 &&
                  (k == 0 || loss[k].machine > loss[k - 1].machine));
}

Test(metrics, times_of_a_request)
{
    struct load_served s = { 10, 40, 100, 5, 7 }, one = { 10, 40, 40, 5, 1 }, never = { .at = 1, .first = -1 };
    cr_assert_eq(load_ttft(&s), 30);
    cr_assert_eq(load_tpot(&s), 10);
    cr_assert_eq(load_tpot(&one), 0);
    struct load_promise p = { 30, 10 }, tight = { 30, 9 };
    cr_assert(load_kept(&s, &p) && !load_kept(&s, &tight) && !load_kept(&never, &p));
    struct load_served all[] = { s, one, never };
    cr_assert_eq(load_goodput_milli(all, 3, &p, 2 * (int64_t)LOAD_NS), 1000);
    cr_assert(fabs(load_cost((int64_t)8 * 3600 * LOAD_NS, 3, 36000000) - .6667) < 1e-4);
}

Test(metrics, percentiles_are_measured_values_and_their_interval_covers)
{
    cr_assert_eq(load_rank(100, 990000), 98);
    cr_assert_eq(load_rank(101, 990000), 99);
    cr_assert_eq(load_rank(1, 500000), 0);
    int64_t lo, hi;
    load_interval(100, 500000, &lo, &hi); /* the table: the 40th to the 61st of 100 */
    cr_assert(lo == 39 && hi == 60, "%lld %lld", (long long)lo, (long long)hi);
    load_interval(100, 990000, &lo, &hi);
    cr_assert(hi == 100, "100 values give no upper bound of P99: %lld", (long long)hi);
    int64_t sample[1000];
    uint64_t s = 12;
    int covered = 0;
    load_interval(1000, 990000, &lo, &hi);
    for (int round = 0; round < 2000; round++) {
        for (int k = 0; k < 1000; k++)
            sample[k] = load_below(&s, 1000000);
        load_sort(sample, 1000);
        covered += sample[lo] <= 990000 && (hi == 1000 || 990000 <= sample[hi]);
    }
    cr_assert(covered >= 1890 && covered <= 1990, "%d of 2,000", covered);
}

Test(metrics, the_bootstrap_covers_the_mean_and_widens_with_the_block)
{
    static int64_t v[2000];
    uint64_t s = 13;
    int covered = 0;
    double lo, hi, alone = 0, blocks = 0;
    for (int round = 0; round < 100; round++) {
        int64_t level = 0;
        for (int k = 0; k < 2000; k++) { /* runs of 50 equal levels, and noise */
            if (k % 50 == 0)
                level = load_below(&s, 1000);
            v[k] = level + load_below(&s, 1000);
        }
        load_bootstrap(v, 2000, 1, 200, s, &lo, &hi), alone += hi - lo;
        load_bootstrap(v, 2000, 100, 200, s, &lo, &hi), blocks += hi - lo;
        covered += lo <= 999 && 999 <= hi;
    }
    cr_assert(covered >= 84, "%d of 100", covered);
    cr_assert(blocks > 3 * alone, "%g, %g", blocks, alone);
}
