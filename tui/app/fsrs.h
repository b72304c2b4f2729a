/*
 * fsrs.h: when to ask again. FSRS-5, the free spaced repetition scheduler, as pure functions.
 *
 * Formulas and default parameters: J. Ye and others, "The Algorithm", wiki of
 * github.com/open-spaced-repetition/fsrs4anki, section FSRS-5; the values that the tests hold are
 * those of the reference implementation py-fsrs 5.1.3, fuzz off and without learning steps.
 *
 * A memory is a stability S (days after which it is recalled with probability 0.9) and a difficulty
 * D (1 to 10). Elapsed time is in whole days; 0 is a second look on the same day, which follows the
 * short-term formula.
 */
#ifndef TUI_FSRS_H
#define TUI_FSRS_H

enum fsrs_grade { FSRS_AGAIN = 1, FSRS_HARD, FSRS_GOOD, FSRS_EASY };

enum { FSRS_MOST_DAYS = 36500 };

struct fsrs_memory {
    double stability;  /* days, > 0 */
    double difficulty; /* 1 to 10 */
};

/* After the first review of a card. */
struct fsrs_memory fsrs_first(enum fsrs_grade grade);

/* After a review `days` (>= 0) since the one before. */
struct fsrs_memory fsrs_next(struct fsrs_memory before, double days, enum fsrs_grade grade);

/* The probability that it is still recalled, 0 to 1. */
double fsrs_recall(double stability, double days);

/* Whole days (1 to FSRS_MOST_DAYS) until recall has fallen to `retention` (0 to 1, exclusive). */
int fsrs_interval(double stability, double retention);

#endif
