/*
 * view_map.h: what the map shares with other screens.
 */
#ifndef TUI_VIEW_MAP_H
#define TUI_VIEW_MAP_H

#include "screen.h"

/* Follow the next track of the curriculum, after the last the first again; says so at the bottom. Answers view_bits. */
unsigned map_next_track(struct view *v);

/* "I" to "VI"; "" beyond. */
const char *map_part_name(int part);

#endif
