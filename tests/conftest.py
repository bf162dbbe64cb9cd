"""Settings of all tests."""

import os

from hypothesis import HealthCheck, settings

# Time is never a criterion; on a build machine the same examples are tried each time.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("build", settings.get_profile("local"), derandomize=True, database=None)
settings.load_profile("build" if os.environ.get("CI") else "local")
