/*
 * view_map.h: what the map shares with other screens.
 */
#ifndef TUI_VIEW_MAP_H
#define TUI_VIEW_MAP_H

#include "screen.h"

/* "I" to "VI"; "" beyond. */
const char *map_part_name(int part);

/* A step of gate_steps() at the right edge: "3 of 9 left, next g07-gemm-ladder", "locked: after P2". */
void map_draw_state(const json_t *step, struct pen *p);

#endif
