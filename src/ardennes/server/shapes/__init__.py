"""What the server is asked and what it answers: each shape is declared once, here.

Validation, the OpenAPI document and the client's TypeScript follow from the declarations (`schema.py`). The package
knows neither the games nor the tables; a screen itself is declared by `engine/schema/screen.schema.json`.
"""
