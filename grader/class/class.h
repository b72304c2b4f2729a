/*
 * class.h: what a class reached in a lab: one row a student, whatever happened to the submissions. Pure: documents
 * of db/gradebook.h in, one document out; nothing in it depends on the time of day.
 */
#ifndef RIDGE_GRADER_CLASS_H
#define RIDGE_GRADER_CLASS_H

#include <jansson.h>

#define CLASS_OUT "received after the cut-off, so that nothing counts"

/*
 * students, submissions, gradings: db_students(), perhaps with what adjust_students() adds, db_submissions() and
 * db_gradings() of one lab; policy: of late.h, or NULL. A new array, by the student's key:
 *
 *   {"key","name","email","section","extra","team","status","stage":text|null,"points","max","late_days","penalty",
 *    "grade","attempts","received","mark","finished","submission","grading","origin","why":text|null,
 *    "by_hand","comments","requests": of remark.h, "free_days","out":bool,"adjust": of adjust.h, or null}
 *
 * status: of the grading that counts (late_pick()); else HELD (our fault, the instructor decides), QUEUED (not
 * graded yet), REFUSED (nothing could be taken) or MISSING (why: of a folder that was empty); EXCUSED before all of
 * them. points and penalty are the machine's, grade is points less penalty and with the points by hand, of max
 * that both have to give, or what an adjustment set, without regard to late; these and the ids are null where nothing
 * is graded or given. received and finished: ms, UTC;
 * received is null, too, where the school's system gave no time but a mark: "in time", or "late", which is one day.
 * free_days: those of the student's budget ("late_free" of the student, none without) that the grade takes; out: what
 * counts came after the cut-off, so that the grade is 0 and "why" is CLASS_OUT.
 * attempts: submissions, those that were refused too, but for empty folders.
 */
json_t *class_rows(const json_t *students, const json_t *submissions, const json_t *gradings, const json_t *policy);

#endif
