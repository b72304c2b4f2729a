/*
 * notes.h: notes of a week, a lab or a heading of a lesson. Whose a note is: "w07", "w01-roofline",
 * "w01-roofline#The ridge point", or "" for nobody's. Nothing here prints or draws.
 *
 * A note is written in the learner's editor, in a file that is there only meanwhile. When Ridge
 * dies with the editor open the file stays, and is what opens the next time: nothing is lost.
 */
#ifndef TUI_NOTES_H
#define TUI_NOTES_H

#include <jansson.h>

#include "app.h"

enum { NOTE_OWNER = 200, NOTE_BYTES = 64 << 10 };

/* The notes of an owner and of the headings below it, the last written first; owner NULL: all. As
 * db_notes(); NULL with a->error when they can't be read. */
json_t *notes_load(struct app *a, const char *owner);

/* The file for the editor, made with `text` in it unless it is there already; free() it. id 0: a new
 * note. NULL with a->error. */
char *notes_file(struct app *a, int64_t id, const char *owner, const char *text);

/* The editor has ended: stores the text and removes the file. An empty new note is none, an empty
 * old one stays as it was. *kept (may be NULL) says whether something was stored. */
enum app_exit notes_take(struct app *a, const char *path, int64_t id, const char *owner, int *kept);

/* Stores `text` (any bytes; cut at NOTE_BYTES) as a new note, or in place of note `id`. */
enum app_exit notes_store(struct app *a, int64_t id, const char *owner, const char *text, int64_t *ret_id);

#endif
