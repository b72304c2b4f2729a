/*
 * total.h: what a class's labs come to together: each student's share of a course, by the weights of its labs, and
 * how the grades of each lab lie. Pure: documents in, one document out.
 */
#ifndef RIDGE_GRADER_TOTAL_H
#define RIDGE_GRADER_TOTAL_H

#include <jansson.h>
#include <stdbool.h>

enum { TOTAL_BINS = 10 };

/*
 * sheet: "ridge.sheet/1", as `ridge class --json` writes it; rules: {"weights": {LAB: number}, "drop_lowest": n}, as a
 * course's pack.lua has them in "class", or NULL. Without weights each lab weighs its points; with weights a lab that
 * has none counts for nothing. A new
 *
 *   {"schema":"ridge.total/1","drop_lowest","weighted":bool,
 *    "labs":[{"lab","possible","weight","graded","median":share|null,"bins":[students by tenths of the points]}],
 *    "unknown":[labs with a weight that nobody handed in],
 *    "rows":[{"key","name","section","total":share|null,"dropped":[lab],"labs":{lab:share|null}}]}
 *
 * share: grade by the lab's points, 0 to 1 and more with a bonus; of a lab that was not handed in 0; null where the
 * student is excused. Of the labs that count for a student the drop_lowest with the least share are left out (of
 * equals the one with the larger weight), but for the last one. total: the mean of the others by their weights; null
 * where nothing counts.
 */
json_t *total_of(const json_t *sheet, const json_t *rules);

/* Is a student with this entry in the roster's column of sections in the section `name`? An entry may name several,
 * with a comma, a semicolon or "and" between them; case makes no difference. */
bool total_in_section(const char *entry, const char *name);

#endif
