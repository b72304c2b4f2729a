/* The cgroups of boxes, as far as they need none: whose is ours, what it lacks, what a user is told. The rest is tried
 * in a machine that has them: tests/vm/l3.sh. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/box/box_cgroup.h"
#include "runner/box/box_level.h"

#define UNIFIED "25 30 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
#define OTHERS "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n21 20 0:5 / /proc rw - proc proc rw\n"
#define HYBRID "31 30 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n" \
               "32 30 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"

Test(cgroup, ours_is_found)
{
    static const struct {
        const char *self, *mounts, *at; /* at: NULL where there is none */
    } t[] = {
        { "0::/user.slice/run-1.scope\n", OTHERS UNIFIED, "/sys/fs/cgroup/user.slice/run-1.scope" },
        { "0::/\n", UNIFIED, "/sys/fs/cgroup" },
        { "4:memory:/a\n1:cpu:/\n0::/b\n", OTHERS HYBRID, "/sys/fs/cgroup/unified/b" },
        { "4:memory:/a\n", OTHERS HYBRID, NULL },
        { "0::/b\n", OTHERS, NULL },
        { "", "", NULL },
        { "10::/b\n", UNIFIED, NULL },
        /* a container that sees a part of the tree */
        { "0::/docker/1/sub\n", "25 30 0:26 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "/sys/fs/cgroup/sub" },
        { "0::/docker/1\n", "25 30 0:26 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "/sys/fs/cgroup" },
        { "0::/docker/12\n", "25 30 0:26 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", NULL },
        /* what follows in another line is not that line's */
        { "0::/b\n", "20 1 8:1 / / rw - ext4 x rw\n" UNIFIED, "/sys/fs/cgroup/b" },
    };
    char at[256];
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        int rc = box_cgroup_find(t[k].self, t[k].mounts, at, sizeof at);
        cr_assert_eq(rc, t[k].at ? 0 : -1, "%s", t[k].self);
        if (t[k].at)
            cr_assert_str_eq(at, t[k].at);
    }
    cr_assert_eq(box_cgroup_find("0::/a-long-name\n", UNIFIED, at, 20), -1);
}

Test(cgroup, a_units_file_says_whether_it_is_delegated)
{
    cr_assert(box_cgroup_delegates("# transient\n[Unit]\nDescription=ridge\n\n[Scope]\nDelegate=yes\n"));
    cr_assert(box_cgroup_delegates("[Scope]\nDelegate=memory pids"));
    cr_assert(box_cgroup_delegates("[Scope]\nDelegate=no\nDelegate=true\n"));
    cr_assert_not(box_cgroup_delegates("[Scope]\nDelegate=yes\nDelegate=no\n"));
    cr_assert_not(box_cgroup_delegates("[Scope]\nDelegate=OFF"));
    cr_assert_not(box_cgroup_delegates("[Unit]\nDescription=Delegate=yes\n[Scope]\n"));
    cr_assert_not(box_cgroup_delegates(""));
}

Test(cgroup, missing_controllers_have_names)
{
    cr_assert_null(box_cgroup_missing("cpuset cpu io memory hugetlb pids rdma misc\n"));
    cr_assert_null(box_cgroup_missing("pids memory"));
    cr_assert_str_eq(box_cgroup_missing("cpu memory\n"), "pids");
    cr_assert_str_eq(box_cgroup_missing("cpu pids\n"), "memory");
    cr_assert_str_eq(box_cgroup_missing("hugetlb\n"), "memory and pids");
    cr_assert_str_eq(box_cgroup_missing("memory_recursiveprot xpids\n"), "memory and pids");
    cr_assert_str_eq(box_cgroup_missing(""), "memory and pids");
}

/* Each ends with what to do, after the first colon. */
Test(cgroup, words_name_what_is_missing_and_the_command)
{
    static const struct {
        struct box_delegation d;
        const char *what, *mend;
    } t[] = {
        { { .dir = "/c/a", .ours = 1, .writable = 1, .systemd = 1 }, "", "" },
        { { .dir = "/c", .ours = 1, .writable = 1, .root = 1 }, "", "" },
        { { .dir = "/c/a", .missing = "memory and pids", .v1 = 1, .systemd = 1 }, "cgroup v1",
          "cgroup_no_v1=all systemd.unified_cgroup_hierarchy=1" },
        { { .dir = "/c/a", .v1 = 1, .ours = 1, .writable = 1, .root = 1 }, "", "" },
        { { .dir = NULL, .v1 = 1 }, "memory and pids", "boot Linux" },
        { { .dir = NULL }, "no cgroup v2", "mount -t cgroup2" },
        { { .dir = "/c/a", .systemd = 1 }, "/c/a is another's", "systemd-run --user --scope -p Delegate=yes $SHELL" },
        { { .dir = "/c/a", .systemd = 1, .root = 1, .writable = 1 }, "/c/a", "systemd-run --scope -p Delegate=yes" },
        { { .dir = "/c/a", .missing = "memory", .systemd = 1 }, "no controller for memory)", "systemd-run --user" },
        { { .dir = "/c/a", .missing = "pids", .ours = 1, .writable = 1, .systemd = 1 }, "pids",
          "Delegate=memory pids" },
        { { .dir = "/c/a" }, "/c/a is not ours", "sudo sh -c" },
        { { .dir = "/c/a", .root = 1, .ours = 1 }, "cannot be written", "writable /sys/fs/cgroup" },
        { { .dir = "/c/a", .missing = "memory", .ours = 1, .writable = 1 }, "for memory", "cgroup.subtree_control" },
    };
    char said[400];
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        box_cgroup_words(&t[k].d, said, sizeof said);
        char *mend = strstr(said, ": ");
        cr_assert_eq(mend != NULL, *t[k].mend != 0, "%zu: %s", k, said);
        cr_assert(strstr(said, t[k].what), "%zu: %s", k, said);
        cr_assert(!mend || strstr(mend, t[k].mend), "%zu: %s", k, said);
    }
}

Test(cgroup, its_limit_is_that_of_all_or_of_one)
{
    struct box b = { .all_MiB = 3, .as_MiB = 2, .data_MiB = 1 };
    cr_assert_eq(box_cgroup_MiB(&b), 3);
    b.all_MiB = 0;
    cr_assert_eq(box_cgroup_MiB(&b), 2);
    b.as_MiB = 0;
    cr_assert_eq(box_cgroup_MiB(&b), 1);
    b.data_MiB = 0;
    cr_assert_gt(box_cgroup_MiB(&b), 0);
}

Test(cgroup, taken_away_it_is_not_there)
{
    struct box_level l;
    struct box_cgroup none = { "", -1 };
    setenv("RIDGE_BOX_WITHOUT", "cgroup", 1);
    cr_assert_not(box_cgroups());
    box_level(0, &l);
    cr_assert_lt(l.level, 3);
    if (l.level == 2)
        cr_assert_str_eq(l.why, "RIDGE_BOX_WITHOUT takes cgroup away: unset it");
    cr_assert_eq(box_cgroup_memory(&none), MEMORY_FINE);
    box_cgroup_remove(&none);
}
