/*
 * grader.h: from a raw report to a verdict. The grader reads documents only and never runs a submission.
 *
 * lab      a resolved lab of curriculum_lab()
 * raw      "ridge.raw/1", the last event of ridge-exec
 * history  {"profiled": bool, "answers": {question id: "PASS"|...}, "attempts": n, "passed": [lab]}
 *          or NULL for a learner who has done nothing yet
 *
 * Milestone status: PASS FAIL ERROR SKIPPED INCONCLUSIVE PENDING. A build that fails is the first
 * milestone's ERROR. After a `correct` (or `compile`) that did not pass, later ones stay PENDING.
 * `perf` stays PENDING until the history says that a correct version was profiled; `answers` stays
 * PENDING until all are right, and never fails a run.
 *
 * A timed milestone that passed has "straddled": the stage above, where the noise leaves that one open.
 * A milestone with "beside": true needs a GPU (or nvcc) in a lab that runs without one: such a milestone has no
 * points. Where there is a GPU, raw "backends" names both, and one report has the emulator's milestones and the GPU's.
 *
 * The report's status heads the run: the worst of ERROR, SUSPICIOUS, FAIL and INCONCLUSIVE; else SKIPPED where
 * `correct` could not be judged, or nothing could; else PASS, whatever was not tried (PENDING) or cannot be had on this
 * machine (SKIPPED). Whether the lab is passed is another question, which standing.h answers.
 *
 * A check of lab.lua is judged with the milestone of what it reads: a ratio with perf, a counter
 * with profile, anything else with correct; check(name, fn, {milestone=...}) overrides that.
 */
#ifndef RIDGE_GRADER_H
#define RIDGE_GRADER_H

#include <jansson.h>
#include "curriculum/load/curriculum.h"
#include "runner/base/util.h"

/*
 * 0 and a new "ridge.report/1" in *ret_report, or -1 and a sentence in *err, which may be NULL.
 * The report is the raw report, with the verdict and, where anything was counted or timed, "reading" beside it: a key
 * that a phase adds to the raw report stands in the report as well. "counter_words" has the words of the counters that
 * the lab alone counts, {name: words}, where any of them was counted.
 * `calibration` is what `ridge calibrate` kept of the machine that ran the submission, or NULL. The reading is made
 * here and nowhere else, so whoever shows the report says the same about the run.
 * A check whose Lua is broken still yields a report: its milestone is ERROR and "fault" is true.
 */
int grader_grade(struct curriculum *cur, const json_t *lab, const json_t *raw, const json_t *history,
                 const json_t *calibration, json_t **ret_report, struct err *err);

/*
 * grader_grade() for a caller that must not block. The caller keeps lab, raw and calibration until grader_end(). NULL
 * with a sentence as above. A loop polls grader_fd(), which may change at each pump, and pumps at times without news,
 * too.
 */
struct grading;
struct grading *grader_start(struct curriculum *cur, const json_t *lab, const json_t *raw, const json_t *history,
                             const json_t *calibration, struct err *err);
int grader_fd(const struct grading *g); /* -1: there is nothing to wait for */
int grader_pump(struct grading *g, bool wait); /* 1 while the grading goes on; with `wait` returns at its end only */
int grader_end(struct grading *g, json_t **ret_report, struct err *err); /* as grader_grade; kills what still runs */

/*
 * What bounds each call that was counted or timed, as a new array in *ret_reading:
 *   [{"case","call","bound": "compute"|"bandwidth"|"latency"|"launch"|"unknown",
 *     "evidence": [sentence with its figures and their sources], "next": [what to try],
 *     "missing": [what was not measured, and the command that measures it]}]
 * `raw` may also be a final report, and without a lab (NULL) it is a program's: {"backend","arch","warp","counters",
 * "lines"}, held against the hardware card `arch`; its counters may be "grid_blocks" and "block_threads", too. A report
 * of grader_grade() has the array as "reading". -1 with a sentence as there.
 */
int grader_reading(struct curriculum *cur, const json_t *lab, const json_t *raw,
                   const json_t *calibration, json_t **ret_reading, struct err *err);

/*
 * Judges a capstone's deliverables by `evidence` (ridge.evidence/1, tui/app/evidence.h), for `track` or, when NULL, for
 * the track with the most deliverables proved:
 *   {"track","title","status","complete": all deliverables are there,"milestones":[as in a report, each with
 *    "claims":[{"text","attempt","lab","started"[,"before","bench","ratio","lo","hi","predicted","clock"]}]]}
 * The value is yours; NULL with a sentence as there.
 */
json_t *grader_capstone(struct curriculum *cur, const json_t *lab, const char *track, const json_t *evidence,
                        struct err *err);

/* The same for a caller that must not block: curriculum_fd() and curriculum_pump() between start and end. When start
 * gave NULL, end says why. */
struct evaluation *grader_capstone_start(struct curriculum *cur, const json_t *lab, const char *track,
                                         const json_t *evidence);
json_t *grader_capstone_end(struct curriculum *cur, struct evaluation *e, struct err *err);

/*
 * 0 nothing failed of what could be tried here · 1 failed · 3 build · 4 crash or sanitizer · 5 limit ·
 * 6 the report's status is SKIPPED · 7 inconclusive · 8 suspicious · 9 our own fault
 */
int grader_exit_code(const json_t *report);

/* Points reached and possible. */
void grader_points(const json_t *report, double *ret_points, double *ret_max);

/* The stage of standing.h: "bronze", "silver" or "gold"; NULL when nothing was timed, or a timed milestone has no
 * stage yet. */
const char *grader_stage(const json_t *report);

#endif
