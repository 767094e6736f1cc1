"""A study from Python, in cells that notebooks read."""

# %% [markdown]
# # A study from Python
# The cells of this file run as a script, and in any notebook that reads `# %%`.

# %%
from pathlib import Path

from comptoir import lab

study = lab.Study(
    {
        "game": "osaka",
        "seats": 2,
        "seed": "notebook",
        "title": "One token more?",
        "games": 4096,
        "variants": {"box": {}, "nine": {"options": {"tokens": 9}}},
    }
)
results = lab.run(study, heard=lambda p: print(f"{p.lineup}: {p.games} of {p.needed}"))
report = lab.report(results)

# %% [markdown]
# The verdict in one paragraph, then the differences, the largest first.

# %%
print(lab.markdown(report).split("\n\n")[2])
for one in report.findings[:5]:
    print(
        f"{one.variant:5} {one.what:12} {one.value:+.3f} ({one.low:+.3f} to {one.high:+.3f})"
    )

# %% [markdown]
# Every metric as a data frame of pandas or polars.

# %%
frame = lab.frame(report, "pandas")
wide = frame[frame.lineup == "main"].pivot_table("value", "metric", "variant")
print(wide.loc[["minutes", "seat.1", "favourite.2"]].round(3))

# %% [markdown]
# The pages that `comptoir lab` writes.

# %%
written = lab.write(report, Path("one-token-more"))
print(written[0])
