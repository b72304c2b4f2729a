/*
 * class_return.h: what a student may learn of a grading before the instructor publishes anything: a document for a slip
 * (grader/intake/slip.h). The document speaks of one hand-in alone, and by names, counts, times and counters: no hidden
 * case is named, and no value of an input or an output and no word that the submission printed is told, for the class's
 * inputs are drawn for all of the class and a submission could print them.
 */
#ifndef TUI_CLASS_RETURN_H
#define TUI_CLASS_RETURN_H

#include "app.h"

/*
 * `grading` of db_gradings() with its `report`; `what`: "correct" (whether the outputs are right), "all" (each
 * milestone), or "none". A new {"schema","lab","bundle","what","graded": ms,"status","points","max","milestones":
 * [{"id","goal","status","points","max","message"}],"cases":[{"case","call","status"}]}, of visible cases
 * that went wrong 50 at most. NULL: nothing goes back, since nothing may, the grading is not over, or its status is
 * SUSPICIOUS, which a person looks into first.
 */
json_t *class_return_about(const json_t *grading, const json_t *report, const char *bundle, const char *what);

#endif
