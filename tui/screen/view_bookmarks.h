/* view_bookmarks.h: places in pages that the learner wants to find again, kept in the workbook. */
#ifndef TUI_VIEW_BOOKMARKS_H
#define TUI_VIEW_BOOKMARKS_H

#include "tui/app/app.h"

/* A bookmark on `page` (what view_lesson opens), under `heading`, so far down (0 to 1); one that is there under the
 * same heading goes instead. 1: it is there now, 0: it went, -1: the workbook can't be written. */
int bookmark_toggle(struct app *a, const char *page, const char *title, const char *heading, double at);

#endif
