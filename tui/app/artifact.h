/*
 * artifact.h: a capstone as a folder that a person can show: README.md, page.html, sources/attempt-N/ of every attempt
 * that a claim rests on, and attempts.json with the chain of their hashes.
 */
#ifndef TUI_ARTIFACT_H
#define TUI_ARTIFACT_H

#include "app.h"
#include "runner/base/util.h"

/*
 * The document of portfolio.h for the labs of the capstone's track, with
 * "artefact":{"lab","track","track_title","title","complete","milestones": of grader_capstone(),
 *             "texts":[{"ask","text","when"}],"timelines":[{"lab","attempt","call","case","rows","dropped"}]}
 * (the key is older than the command's name, and a published one stays). `track` NULL: the track with the most proved.
 * You own the reference; NULL with a.error.
 */
json_t *artifact_build(struct app *a, const json_t *lab, const char *track);

/* The capstone's part of the page: what is claimed, which attempt proves it, and what is missing. */
void artifact_html(const json_t *doc, struct text *to);

/* Writes the folder. `dir` is made, or is empty, or holds an older artifact; any other folder is refused. */
enum app_exit artifact_write(struct app *a, const json_t *doc, const char *dir);

#endif
