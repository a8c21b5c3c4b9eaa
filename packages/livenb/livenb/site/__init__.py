"""A folder of notebooks as pages; the README says what each module does."""
