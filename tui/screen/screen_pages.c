/* screen_pages.c: the table of the pages. */
#include "screen.h"
#include "screen_impl.h"

static const struct view_ops *const all[] = {
    &view_home,
    &view_week,
    &view_lesson,
    &view_lab,
    &view_help,
    &view_questions,
    &view_history,
    &view_report,
    &view_roofline,
    &view_map,
    &view_review,
    &view_class,
    &view_evidence,
    &view_diff,
    &view_notes,
    &view_log,
    &view_bookmarks,
    &view_cost,
    &view_timeline,
    &view_tracks,
    &view_cases,
    &view_first,
    &view_handed,
    &view_sources,
    &view_search,
    &view_interview,
};

const struct screen_pages screen_pages = {
    .all = all,
    .n = sizeof all / sizeof all[0],
    .home = &view_home,
    .first = &view_first,
    .lesson = &view_lesson,
    .help = &view_help,
    .palette = palette_ask,
    .sitting = &view_interview,
};
