/*
 * viewer.h: a kept paper, shown in the user's own viewer, and an address in the user's own browser.
 */
#ifndef TUI_VIEWER_H
#define TUI_VIEWER_H

#include "app.h"
#include "runner/base/util.h"

/* Where `ridge fetch` keeps the paper of this key; free() it. It need not be there. */
char *viewer_paper(const struct app *a, const char *key);

/* Starts RIDGE_VIEWER, or xdg-open where there is a desktop, on the file; it outlives this, without the terminal. 0, or
 * -1 with a sentence. */
int viewer_open(const char *file, struct err *e);

/* viewer_open() for an address: $BROWSER, or xdg-open where there is a desktop. The sentence has the address. */
int viewer_address(const char *address, struct err *e);

#endif
