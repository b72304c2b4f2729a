/*
 * evidence.h: what the workbook holds for a capstone, the verdict on it, and recorded work that proves the verdict.
 */
#ifndef TUI_EVIDENCE_H
#define TUI_EVIDENCE_H

#include "app.h"

/* Is the lab a capstone, which is judged by the attempts of other labs? */
int evidence_capstone(const json_t *lab);

/*
 * ridge.evidence/1: {"schema","attempts":[…],"measurements":[…],"counted":[…] as of db_evidence() over all labs of all
 * tracks, attempts in their order, counted only the "counters" of its tracks, and stalls,"curves":[{"attempt","id","n",
 * "last","tail": the last values}] of the tracks' "curves","predictions":[{"lab","key","value","when","attempt"}],
 * "answers":[{"question","text","when","ticks"}] of the capstone}. You own the reference; NULL when the workbook could
 * not be read.
 */
json_t *evidence_gather(struct db *db, const json_t *lab);

/* The verdict of grader_capstone() on the workbook. `track` NULL: the track with the most proved. NULL with a.error. */
json_t *evidence_judge(struct app *a, const json_t *lab, const char *track, json_t **evidence);

/*
 * evidence_judge() for a caller that must not block: a loop polls evidence_fd(), which may change at each pump, and
 * pumps at times without news, too. NULL with a.error. The lab need not outlive the call.
 */
struct judging;
struct judging *evidence_start(struct app *a, const json_t *lab, const char *track);
int evidence_fd(const struct judging *j); /* -1: there is nothing to wait for */
int evidence_pump(struct judging *j, int wait); /* 1 while judging goes on; with `wait` returns at its end only */
json_t *evidence_end(struct judging *j, json_t **evidence); /* as evidence_judge; kills what still runs */

/* Ends judging with a ridge.report/1 in *report (you own the reference). `store`: keeps the report as an attempt, with
 * the evidence for its source. */
enum app_exit evidence_report(struct judging *j, int store, json_t **report, int64_t *attempt);

/*
 * Plays recorded work (a file of kernels/CAPSTONE) into a workbook, a minute a step; 0, or -1 with a sentence in `e`:
 *   {"steps": [
 *     {"n":1,"lab","code": the source's text[,"verb":"test"|"bench"|"profile","correct":false,"gates":true,"stage",
 *      "rev","backend","counters":{"call/case/name" or name:value},"curves":{id:[values]},"versus": a step's n,
 *      or "rung": a name,"bench","call","case","clock","ratio","lo","hi","t_reference","t_learner","gflops","gbps",
 *      "predict": a ratio that was said one step before; "predict_late": said after the attempt that measures it]},
 *     {"answer": a question,"text":[lines],["ticked":[of each item of its rubric: true or false]]}]}
 */
int evidence_play(struct db *db, const json_t *lab, const char *text, struct err *e);

/* Plays recorded work into a workbook in memory. Its evidence, a new reference; NULL with a sentence in `e`. */
json_t *evidence_rehearse(const json_t *lab, const char *text, struct err *e);

#endif
