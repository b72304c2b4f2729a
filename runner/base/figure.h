/*
 * figure.h: numbers as everybody reads them, in one form: counts whole with a comma between thousands, times with the
 * unit that fits (ns, µs, ms, s, then minutes, hours and days). What is no finite number is "–".
 */
#ifndef BASE_FIGURE_H
#define BASE_FIGURE_H

#include <stddef.h>

enum { FIGURE = 40 };

/* "402,653,184"; a fraction only below 1,000, with four figures. */
const char *figure_count(double v, char ret[FIGURE]);

/* "16.3 µs", "13.7 s", "2 min 5 s", "14 h 32 min", "3.2 days" */
const char *figure_seconds(double s, char ret[FIGURE]);

/* "1 pair", "17 pairs", "1,015,808 conflicts": `one` is the singular, whose plural ends in s. */
const char *figure_of(double n, const char *one, char ret[FIGURE]);

/* A unit of a question as it is read: "µs" of "us", and "" of "1", which is none. It lasts as long as `unit` does. */
const char *figure_unit(const char *unit);

/* "12.6 MB": powers of ten. */
const char *figure_bytes(double v, char ret[FIGURE]);

/* A result of a function as it came: "2147483648", "0.388754747", "nan", "-inf"; whole numbers whole below 2^53. */
const char *figure_result(double v, char ret[FIGURE]);

/* Two of them beside each other, with as many figures as tell them apart. */
void figure_results(double a, double b, char ret_a[FIGURE], char ret_b[FIGURE]);

/* "1.5 h", "10 min" of hours of work. */
void figure_hours(char *ret, size_t n, double hours);

#endif
