"""What a programmer or a release needs beside the tests: the documentation site, the release, licences, coverage."""
