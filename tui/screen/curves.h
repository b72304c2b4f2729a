/*
 * curves.h: what training wrote by step in a run (tui/app/curve.h), as rows of a report's page.
 */
#ifndef TUI_CURVES_H
#define TUI_CURVES_H

#include <jansson.h>

#include "screen.h"

/* Adds the curves of a report; nothing where it has none. */
void curves_fill(struct pane *p, const json_t *report, int ascii);

#endif
