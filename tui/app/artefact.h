/*
 * artefact.h: a capstone as a folder that a person can show: README.md, page.html, sources/attempt-N/ of every attempt
 * that a claim rests on, attempts.json with their chain of hashes.
 */
#ifndef TUI_ARTEFACT_H
#define TUI_ARTEFACT_H

#include "app.h"
#include "runner/base/util.h"

/*
 * The document of folio.h for the labs of the capstone's track, with
 * "artefact":{"lab","track","title","complete","milestones": grader_capstone()'s,
 *             "texts":[{"ask","text","when"}],"timelines":[{"lab","attempt","call","case","rows","dropped"}]}
 * track NULL: the one with the most behind it. You own the reference; NULL with a.error.
 */
json_t *artefact_build(struct app *a, const json_t *lab, const char *track);

/* Its part of the page: what is claimed, by which attempt, and what is missing. */
void artefact_html(const json_t *doc, struct text *to);

/* Into `dir`, which is made, or holds an artefact already, or is empty. */
enum app_exit artefact_write(struct app *a, const json_t *doc, const char *dir);

#endif
