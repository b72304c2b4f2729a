/* test_fsrs.c: FSRS-5 against its reference implementation (py-fsrs 5.1.3, default parameters, fuzz off, no
 * learning steps): stability, difficulty and interval after each review of a sequence. */
#include <criterion/criterion.h>
#include <math.h>

#include "tui/app/fsrs.h"

struct step {
    int grade, days; /* since the review before */
    double stability, difficulty;
    int interval;
};

static void hold(const char *what, const struct step *s, size_t n)
{
    struct fsrs_memory m = {0};
    for (size_t k = 0; k < n; k++) {
        m = k ? fsrs_next(m, s[k].days, (enum fsrs_grade)s[k].grade) : fsrs_first((enum fsrs_grade)s[k].grade);
        cr_assert(fabs(m.stability - s[k].stability) < 1e-6, "%s, review %zu: stability %.7f, wanted %.6f", what, k,
                  m.stability, s[k].stability);
        cr_assert(fabs(m.difficulty - s[k].difficulty) < 1e-6, "%s, review %zu: difficulty %.7f, wanted %.6f", what, k,
                  m.difficulty, s[k].difficulty);
        cr_assert_eq(fsrs_interval(m.stability, .9), s[k].interval, "%s, review %zu", what, k);
    }
}
#define HOLD(what, ...)                                                                                      \
    hold(what, (const struct step[]){__VA_ARGS__}, sizeof((const struct step[]){__VA_ARGS__}) / sizeof(struct step))

/* The sequence of the reference's own test_memo_state, which asserts 49 days and 7.0866 at its end. */
Test(fsrs, again_once_then_good)
{
    HOLD("memo state", {1, 0, 0.40255, 7.1949, 1}, {3, 0, 0.566698, 7.176636, 1}, {3, 0, 0.797782, 7.158456, 1},
         {3, 1, 2.735143, 7.14036, 3}, {3, 3, 7.855316, 7.122347, 8}, {3, 8, 20.046983, 7.104417, 20},
         {3, 21, 48.71696, 7.08657, 49});
}

Test(fsrs, every_grade_and_a_lapse)
{
    HOLD("mixed", {3, 0, 3.173, 5.282434, 3}, {3, 3, 10.738926, 5.272968, 11}, {2, 10, 15.803288, 6.027056, 16},
         {4, 30, 164.146972, 5.372454, 164}, {1, 60, 6.244722, 6.857458, 6}, {3, 0, 8.79114, 6.840746, 9},
         {3, 2, 12.299193, 6.824112, 12});
    HOLD("hard first", {2, 0, 1.18385, 6.488305, 1});
    HOLD("easy first", {4, 0, 15.69105, 3.224502, 16});
    HOLD("one day", {1, 0, 0.40255, 7.1949, 1}, {2, 0, 0.338078, 7.629717, 1}, {3, 0, 0.475937, 7.609453, 1},
         {4, 0, 1.123094, 7.20316, 1});
}

Test(fsrs, stability_is_the_time_to_nine_tenths)
{
    static const double s[] = {0.01, 1, 7.5, 400};
    for (size_t k = 0; k < sizeof s / sizeof *s; k++) {
        cr_assert(fabs(fsrs_recall(s[k], s[k]) - .9) < 1e-12, "%g", s[k]);
        cr_assert(fsrs_recall(s[k], 0) == 1 && fsrs_recall(s[k], -3) == 1);
    }
    cr_assert_gt(fsrs_interval(100, .8), fsrs_interval(100, .9));
    cr_assert_eq(fsrs_interval(1e9, .9), FSRS_MOST_DAYS);
    cr_assert_eq(fsrs_interval(0.01, .9), 1);
}

/* Whatever is pressed for a lifetime, the numbers stay numbers within their bounds. */
Test(fsrs, any_sequence_stays_in_bounds)
{
    unsigned seed = 5;
    struct fsrs_memory m = fsrs_first(FSRS_AGAIN);
    for (int k = 0; k < 20000; k++) {
        seed = seed * 1103515245u + 12345u;
        m = fsrs_next(m, (seed >> 8) % 400, (enum fsrs_grade)(1 + (seed >> 20) % 4));
        cr_assert(isfinite(m.stability) && m.stability > 0, "review %d: %g", k, m.stability);
        cr_assert(m.difficulty >= 1 && m.difficulty <= 10, "review %d: %g", k, m.difficulty);
    }
}
