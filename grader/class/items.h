/*
 * items.h: what a class found hard in a lab: how many got how far in each milestone, how well each milestone tells
 * strong from weak, and the mistakes, the commonest first. Pure: rows in, one document out.
 *
 * Facility and discrimination index as Moodle's quiz statistics have them (docs.moodle.org, "Quiz statistics report"):
 * the mean of a milestone's points by its maximum, and the correlation of its points with those of all the others.
 */
#ifndef RIDGE_GRADER_ITEMS_H
#define RIDGE_GRADER_ITEMS_H

#include <jansson.h>

/* A correlation of fewer is noise. */
enum { ITEMS_LEAST = 10 };

/*
 * lab: of curriculum.h. rows: of class.h, those that are graded with "report": ridge.report/1. A new document:
 *
 *   {"schema":"ridge.items/1","lab","students","graded","median":share|null,"stages":{"gold","silver","bronze"},
 *    "milestones":[{"id","kind","max","passed","failed","open","skipped","facility":0..1|null,
 *                   "discrimination":-1..1|null}],
 *    "mistakes":[{"milestone","call":name|null,"what","example","students":[key]}]}
 *
 * median: of the points reached, as a share of what could be. open: neither passed nor failed (yet). SKIPPED ones are
 * in no figure; facility is null where nobody passed or failed, discrimination for fewer than ITEMS_LEAST gradings and
 * where all reached the same. Of a lab with several calls each call that gave something wrong is a mistake (its name is
 * what). Else two failed alike when the lab's hint is the same or, without one, the message up to its numbers; example:
 * the message of the first of them. Who is EXCUSED is in no figure but students. NULL: no memory.
 */
json_t *items_of(const json_t *lab, const json_t *rows);

#endif
