/* bookmarks.h: places in pages that the learner wants to find again, kept in the workbook. Nothing here draws. */
#ifndef TUI_BOOKMARKS_H
#define TUI_BOOKMARKS_H

#include "app.h"

/* [{"page","title","heading","at"}], the newest first; a new reference. What the workbook has that is no list counts as
 * none. */
json_t *bookmarks_read(struct app *a);

/* A bookmark on `page` (what the lesson's view opens), under `heading`, so far down (0 to 1). A bookmark that is there
 * under the same heading goes instead. 1: the bookmark is there now, 0: it went, -1: the workbook can't be written. */
int bookmarks_toggle(struct app *a, const char *page, const char *title, const char *heading, double at);

#endif
