"""Recompute the claims' stored rows: ``python -m tests.claims [LESSON ...]``."""

import sys

from tests.claims import all_claims, write_rows


def main(lessons):
    """Write the stored rows for some lessons' claims, or for all."""
    wanted = {
        claim.path: claim.stored
        for claim in all_claims()
        if claim.stored and (not lessons or claim.lesson[:2] in lessons)
    }
    if not wanted:
        sys.exit(f"no claim of {', '.join(lessons) or 'any lesson'} stores any rows")
    for path, compute in wanted.items():
        rows = []
        for row in compute():
            rows.append(row)
            print(f"{path.name}: {len(rows)} rows", end="\r", flush=True)
        write_rows(path, rows)
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
