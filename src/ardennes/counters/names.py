"""Words for what fought in the Ardennes, as every game prints them on its counters."""

DIVISIONS = {
    "VG": "Volksgrenadier Division", "Pz": "Panzer Division", "PzG": "Panzergrenadier Division",
    "SS Pz": "SS Panzer Division", "FJ": "Parachute Division", "Inf": "Infantry Division", "Arm": "Armored Division",
    "Abn": "Airborne Division",
}  # fmt: skip
"""The kinds of divisions, by what stands on a counter."""
