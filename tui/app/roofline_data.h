/*
 * roofline_data.h: what stands in a lab's roofline, for `ridge roofline` and for the screen.
 */
#ifndef TUI_ROOFLINE_DATA_H
#define TUI_ROOFLINE_DATA_H

#include "app.h"
#include "roofline.h"

#define ROOFLINE_CALIBRATION "calibration" /* the state's key under which `ridge calibrate` keeps its figures */

/* What `ridge calibrate` kept of this machine, or NULL where nothing was; you own the reference. */
json_t *roofline_calibration(struct app *a);

/* Ceilings of the hardware card `hw`; NULL: this machine's as `ridge calibrate` kept them (a GPU's for a lab timed
 * there), and without any r is left as it is. APP_USAGE when there is no such card. Needs an open database. */
enum app_exit roofline_ceilings(struct app *a, const json_t *lab, const char *hw, struct roofline *r);

/* Timed attempts whose bench counts FLOP and bytes, the newest first: [{"attempt","bench","intensity" FLOP/B,
 * "gflops" and "reference_gflops" GFLOP/s,"ratio"}]. You own the reference. */
json_t *roofline_points(struct app *a, const json_t *lab);

/* Marks them: 'o' earlier runs, then of each bench its reference 'R' and its last run '@'. */
void roofline_place(const json_t *points, struct roofline *r);

#endif
