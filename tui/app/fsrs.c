/* FSRS-5; fsrs.h names the source. The names w, S, D, R and G are the source's. */
#include "fsrs.h"

#include <math.h>

static const double w[] = {0.40255, 1.18385, 3.173,   15.69105, 7.1949, 0.5345, 1.4604,
                           0.0046,  1.54575, 0.1192,  1.01925,  1.9395, 0.11,   0.29605,
                           2.2698,  0.2315,  2.9898,  0.51655,  0.6621};

static const double decay = -0.5, factor = 19.0 / 81.0; /* so that R(S, S) is 0.9 */

enum { LEAST_D = 1, MOST_D = 10 };
static const double least_s = 0.01; /* the reference lets none fall below */

static double clamp(double v, double least, double most)
{
    return v < least ? least : v > most ? most : v;
}

static double first_difficulty(int g)
{
    return clamp(w[4] - exp(w[5] * (g - 1)) + 1, LEAST_D, MOST_D);
}

struct fsrs_memory fsrs_first(enum fsrs_grade grade)
{
    return (struct fsrs_memory){.stability = w[grade - 1], .difficulty = first_difficulty(grade)};
}

/* The nearer to 10, the smaller the step (linear damping); and a little back to that of "easy". */
static double next_difficulty(double d, int g)
{
    double step = -w[6] * (g - 3) * (10 - d) / 9;
    return clamp(w[7] * first_difficulty(FSRS_EASY) + (1 - w[7]) * (d + step), LEAST_D, MOST_D);
}

static double recalled(double d, double s, double r, int g)
{
    double grade = g == FSRS_HARD ? w[15] : g == FSRS_EASY ? w[16] : 1;
    return s * (1 + exp(w[8]) * (11 - d) * pow(s, -w[9]) * (exp(w[10] * (1 - r)) - 1) * grade);
}

static double forgotten(double d, double s, double r)
{
    double after = w[11] * pow(d, -w[12]) * (pow(s + 1, w[13]) - 1) * exp(w[14] * (1 - r));
    return fmin(after, s / exp(w[17] * w[18]));
}

struct fsrs_memory fsrs_next(struct fsrs_memory before, double days, enum fsrs_grade grade)
{
    double s = fmax(before.stability, least_s), d = clamp(before.difficulty, LEAST_D, MOST_D);
    double r = fsrs_recall(s, days), to;
    if (days < 1)
        to = s * exp(w[17] * ((int)grade - 3 + w[18]));
    else
        to = grade == FSRS_AGAIN ? forgotten(d, s, r) : recalled(d, s, r, grade);
    return (struct fsrs_memory){.stability = fmax(to, least_s),
                                .difficulty = next_difficulty(d, grade)};
}

double fsrs_recall(double stability, double days)
{
    return pow(1 + factor * fmax(days, 0) / stability, decay);
}

int fsrs_interval(double stability, double retention)
{
    double days = stability / factor * (pow(retention, 1 / decay) - 1);
    return (int)clamp(round(days), 1, FSRS_MOST_DAYS);
}
